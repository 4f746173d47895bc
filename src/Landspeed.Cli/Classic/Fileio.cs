using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Cli.Verbs;
using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Rounds;
using Landspeed.Platform;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>fileio</c>: the comparison of file APIs with the options of LandenLabs FileIO.</summary>
internal sealed class Fileio() : ClassicProgram("fileio", "patterns --apis, as LandenLabs FileIO: fileio -Fc -k 100mb -z")
{
    // As -k reads it: a test of that length is the same with the option and without.
    private const string DefaultLength = "100mb";

    // What a plot of the APIs over record sizes needs: the four properties of a curve, its two axes, and what tells
    // whether a point is good.
    private static readonly string[] s_columns =
    [
        "api", "order", "operation", "flush", "record_bytes", "throughput_bytes_per_s", "work_done_pct", "state",
        "verdicts.read", "verdicts.write",
    ];

    // Of records below a page: there the calls set the pace, and a run takes minutes. With larger ones it takes a second.
    private static readonly TimeSpan s_time = TimeSpan.FromSeconds(5);

    /// <inheritdoc/>
    internal override string Details =>
        "Compares file APIs by record size, order and operation, on a test file. Each run reads or writes all of the file, or half of it " +
        "in random order; a run that a time limit cuts short is marked with the share it did. The page cache is emptied " +
        "and checked before each run, and writes are durable.";

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups =>
    [
        OptionGroup.Of(
            "Options, as -k100mb or -k 100mb",
            Text(
                "-P",
                new ValueForm("PATH", ValueKind.File),
                "Directory of a temporary test file; or the file itself, which is kept and marked as ours; " +
                "one that landspeed did not make is refused",
                "the current directory"),
            Text("-k", new ValueForm("SIZE"), "Length of the test file; mb is 1000000 bytes, M is 1048576", DefaultLength),
            Flag("-Fc", "Write CSV to standard output, with the columns of a plot (default: tables)"),
            Flag("-z", "Do not flush: the file is cached at the start, and writes end with the last call")),
        OptionGroup.Of(
            "Modern options",
            Flag("--full", "Measure all record sizes from 1 byte to 1 MiB, each run to its last record: takes hours"),
            Time("--time", "Maximum time of a run, for every record size", "5s for records below 4 KiB, otherwise none; full: none"),
            SharedOptions.FlushCache(),
            SharedOptions.Repeat("one"),
            SharedOptions.Seed(),
            SharedOptions.Json(),
            SharedOptions.Csv(),
            SharedOptions.Columns($"-Fc: {string.Join(", ", s_columns)}; --csv: all"),
            Text("--html", ValueForm.File, "Write a page with tables and charts to a file, which is replaced"),
            SharedOptions.Details(),
            SharedOptions.DryRun(),
            Flag("--quiet", "Show no plan and no progress")),
    ];

    /// <inheritdoc/>
    internal override string Modern => "patterns --apis";

    /// <inheritdoc/>
    internal override IReadOnlyDictionary<string, string> Letters { get; } =
        new Dictionary<string, string> { ["--size"] = "-k" };

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Trial("apis"), UsualFiles.Mark, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["patterns"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("fileio -Fc -k 100mb -z"),
        new("fileio -Fc -P /mnt/data -k 100mb"),
        new("fileio -P /mnt/data/test.dat -k 1gb --repeat 5 --html fileio.html", "a file that is kept, five runs per cell"),
        new("fileio --flush-cache second-file", "empty the cache as the original did, by reading a second file"),
        new("fileio --time 30ms", "a quick look, at a part of the file"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With((1, "failed, or some cases failed"), (3, "refused: PATH is a file that landspeed did not make"));

    /// <inheritdoc/>
    internal override int Execute(string[] words, Terminal terminal, Composition composition)
    {
        var scanned = ClassicWords.Scan(this, words);
        return Answers(scanned, terminal)
            ? ExitStatus.Done
            : new ExperimentCall(terminal, composition).Execute(Request(scanned, composition));
    }

    private static ExperimentRequest Request(ClassicWords words, Composition composition) => new()
    {
        Task = new ExperimentTask { Experiment = new ApisExperiment(Comparison(words, composition)) },
        Outputs = new ResultOutputs
        {
            Format = words.Has("-Fc") ? ResultFormat.Csv : null,
            Json = words.Text("--json"),
            Csv = words.Text("--csv"),
            Columns = words.Text("--columns") is { } columns ? SharedOptions.Columns().Read(columns) : null,
            StandardColumns = words.Has("-Fc") ? s_columns : null,
            Html = words.Text("--html"),
            Details = words.Has("--details"),
        },
        ShowPlan = words.Has("--dry-run"),
        ShowProgress = !words.Has("--quiet"),
        AnnouncePlan = !words.Has("--quiet"),
    };

    private static ApiOptions Comparison(ClassicWords words, Composition composition)
    {
        if (words.Has("-z") && words.Has("--flush-cache"))
        {
            throw UsageError.Of("-z leaves the file in the cache, but --flush-cache empties it; leave one of them out");
        }

        bool isFull = words.Has("--full");
        TimeSpan? time = words.Text("--time") is { } given ? Values.Time("--time", given) : null;
        (FilePath directory, FilePath? file) = Place(words.Text("-P"));
        var options = new ApiOptions
        {
            Directory = directory,
            File = file,
            FileLength = Values.Size("-k", words.Text("-k") ?? DefaultLength),
            Flushes = [words.Has("-z") ? ApiFlush.Off : ApiFlush.On],
            CacheFlush = words.Text("--flush-cache") is { } how
                ? SharedOptions.FlushCache().Read(how) : CacheFlush.Drop,
            Time = time ?? (isFull ? null : s_time),
            LargeTime = time,
            Repetitions = words.Text("--repeat") is { } runs ? SharedOptions.Repeat("one").Read(runs) : 1,
            Seed = words.Text("--seed") is { } seed ? Values.Seed("--seed", seed) : composition.NewSeed(),
            Full = isFull,
        };
        return isFull ? options with { RecordSizes = ApiOptions.AllRecordSizes } : options;
    }

    // What ends in a slash can only be meant as a directory.
    private static (FilePath Directory, FilePath? File) Place(string? text)
    {
        if (text is null)
        {
            return (FilePath.FromText("."), null);
        }

        FilePath path = ClassicPath.Of("-P", text);
        bool isDirectory = text.EndsWith('/')
            || (NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded && status.Kind == FileKind.Directory);
        return isDirectory ? (path, null) : (path.Parent, path);
    }
}
