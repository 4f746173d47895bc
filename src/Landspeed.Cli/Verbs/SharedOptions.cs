using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Volumes;
using Landspeed.Platform;
using Landspeed.Reporting.Words;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>Options that mean the same with several verbs, and so read the same.</summary>
internal static class SharedOptions
{
    private static readonly WordList<EngineChoice> s_engines = new(
        ("auto", EngineChoice.Automatic, "io_uring, otherwise threads"),
        ("uring", EngineChoice.Uring, null),
        ("threads", EngineChoice.Threads, null),
        ("synchronous", EngineChoice.Synchronous, null));

    private static readonly WordList<FlushPolicy> s_flushPolicies = new(
        ("none", FlushPolicy.None, null), ("end", FlushPolicy.End, "once, after the last"), ("each", FlushPolicy.Each, null));

    private static readonly WordList<CostUnit> s_costUnits = new(
        ("cycles", CostUnit.Cycles, null), ("ns", CostUnit.Ns, null), ("both", CostUnit.Both, null));

    /// <summary>How a file is opened, and whether it must be so.</summary>
    internal static WordList<(IoMode Mode, bool Required)> Modes { get; } = new(
        ("direct", (IoMode.Direct, true), null),
        ("buffered", (IoMode.Buffered, true), null),
        ("uncached", (IoMode.Uncached, true), null),
        ("prefer-direct", (IoMode.Direct, false), null),
        ("prefer-uncached", (IoMode.Uncached, false), null));

    /// <summary>What carries requests out.</summary>
    internal static WordList<FileApi> Apis { get; } = new(
        ("engine", FileApi.Engine, null),
        ("filestream", FileApi.FileStream, ".NET's class, buffered and one request at a time"));

    /// <summary>What standard output may get from every verb that has a result.</summary>
    internal static WordList<ResultFormat?> Formats { get; } = new(
        ("table", ResultFormat.Table, null), ("markdown", ResultFormat.Markdown, null), ("json", ResultFormat.Json, null),
        ("csv", ResultFormat.Csv, null));

    /// <summary>What it may get from a measurement or a sweep.</summary>
    internal static WordList<ResultFormat?> FormatsWithFio { get; } =
        Formats.And(format => format, ("fio", ResultFormat.Fio, null));

    /// <summary>What it may get from a measurement, which keeps its distributions.</summary>
    internal static WordList<ResultFormat?> FormatsWithHdr { get; } =
        FormatsWithFio.And(format => format, ("hdr", ResultFormat.Hdr, null));

    /// <summary><c>--json</c>, wherever it goes.</summary>
    internal static VerbOption<string> Json() =>
        Text(
            "--json",
            ValueForm.File,
            "Write the result as JSON to a file, which is replaced; DIR/: to a new file in it; - for standard output");

    /// <summary><c>--csv</c>, wherever it goes.</summary>
    internal static VerbOption<string> Csv() =>
        Text("--csv", ValueForm.File, "Write the result as CSV, one line per case, to a file, which is replaced; - for standard output");

    /// <summary><c>--columns</c> of CSV.</summary>
    /// <param name="absent">The columns when nothing is said.</param>
    internal static VerbOption<IReadOnlyList<string>> Columns(string absent = "all") => Of<IReadOnlyList<string>>(
        "--columns",
        "NAMES",
        "Columns of CSV, separated by commas, for example throughput_bytes_per_s",
        (option, text) => ValueLists.Items(option, text, "allowed: names of columns, separated by commas"),
        absent: absent);

    /// <summary><c>--overwrite</c> of a file that is measured.</summary>
    internal static VerbOption<bool> Overwrite() =>
        Flag("--overwrite", "Allow writing to a file that landspeed did not create; its content is lost");

    /// <summary><c>--fs</c> of a temporary volume.</summary>
    internal static VerbOption<ImageFileSystem> FileSystem() => Word("--fs", "FS", "File system of the temporary volume", new WordList<ImageFileSystem>(
        ("ext4", ImageFileSystem.Ext4, null), ("xfs", ImageFileSystem.Xfs, null), ("btrfs", ImageFileSystem.Btrfs, null)), "ext4");

    /// <summary><c>--mode</c> of a file that is measured.</summary>
    /// <param name="absent">The mode when nothing is said.</param>
    internal static VerbOption<(IoMode Mode, bool Required)> Mode(string absent) => Word(
        "--mode", "MODE", "How to open the file; fails if unsupported, but prefer- falls back to buffered and reports it", Modes, absent);

    /// <summary><c>--engine</c> of a measurement.</summary>
    /// <param name="absent">The engine when nothing is said.</param>
    internal static VerbOption<EngineChoice> Engine(string absent) => Word(
        "--engine", "ENGINE", "How requests reach the system", s_engines, absent);

    /// <summary><c>--flush</c> of writes that are measured.</summary>
    /// <param name="absent">When writes become durable when nothing is said.</param>
    internal static VerbOption<FlushPolicy> Flush(string absent) => Word(
        "--flush", "WHEN", "When to make writes durable", s_flushPolicies, absent);

    /// <summary><c>--flush-cache</c> of the comparison of file APIs.</summary>
    internal static VerbOption<CacheFlush> FlushCache() => Word(
        "--flush-cache", "HOW", "How to empty the cache", new WordList<CacheFlush>(
            ("drop", CacheFlush.Drop, null),
            ("second-file", CacheFlush.SecondFile, "by reading another file"),
            ("none", CacheFlush.None, null)), "drop");

    /// <summary><c>--seed</c> of whatever runs in random order.</summary>
    internal static VerbOption<ulong> Seed() =>
        Number("--seed", "Seed for random order and data", "new each time, and recorded in the result");

    /// <summary><c>--dry-run</c>, wherever it goes.</summary>
    internal static VerbOption<bool> DryRun() => Flag("--dry-run", "Show the plan; change nothing");

    /// <summary><c>--details</c> of whatever shows a result.</summary>
    internal static VerbOption<bool> Details() => Flag("--details", "Also show the evidence behind the answer");

    /// <summary><c>--repeat</c> of whatever consists of cases.</summary>
    /// <param name="absent">How often a case runs when nothing is said.</param>
    internal static VerbOption<int> Repeat(string absent) => Count("--repeat", "Runs of each case", 1, 100, absent);

    /// <summary><c>--journal</c> of whatever consists of cases.</summary>
    /// <param name="elsewhere">Where it lies when there is no result file.</param>
    internal static VerbOption<string> Journal(string elsewhere) => Text(
        "--journal",
        ValueForm.File,
        "File for the result of each run as it ends; if named here, it stays after success",
        $"beside the first result file, otherwise {elsewhere}; removed after success");

    /// <summary>Where the result goes.</summary>
    /// <param name="formats">What standard output may get.</param>
    internal static OptionGroup<ResultOutputs> Results(WordList<ResultFormat?> formats) =>
        AddResults(new OptionGroup<ResultOutputs>("Results"), formats, (outputs, change) => change(outputs));

    /// <summary>Where the result goes, with a choice of columns, which must be known before the work begins.</summary>
    /// <param name="formats">What standard output may get.</param>
    internal static OptionGroup<ResultOutputs> ResultsWithColumns(WordList<ResultFormat?> formats)
    {
        OptionGroup<ResultOutputs> group = Results(formats);
        group.Add(Columns(), (outputs, columns) => outputs with { Columns = columns });
        return group;
    }

    /// <summary>Where a measurement goes, which keeps its distributions.</summary>
    internal static OptionGroup<ResultOutputs> ResultsWithHdr()
    {
        OptionGroup<ResultOutputs> group = ResultsWithColumns(FormatsWithHdr);
        group.Add(
            Text(
                "--hdr", ValueForm.File,
                "Write the distributions of latency as a log of HdrHistogram to a file, which is replaced"),
            (outputs, file) => outputs with { Hdr = file });
        return group;
    }

    /// <summary>Adds where the result goes to a group that asks for more.</summary>
    /// <param name="group">The group.</param>
    /// <param name="formats">What standard output may get.</param>
    /// <param name="with">Changes the outputs that an object of the group holds.</param>
    internal static OptionGroup<T> AddResults<T>(
        OptionGroup<T> group, WordList<ResultFormat?> formats, Func<T, Func<ResultOutputs, ResultOutputs>, T> with)
    {
        group.Add(Json(), (all, file) => with(all, outputs => outputs with { Json = file }));
        group.Add(Csv(), (all, file) => with(all, outputs => outputs with { Csv = file }));
        group.Add(
            Text("--html", ValueForm.File, "Write a page with tables and charts to a file, which is replaced"),
            (all, file) => with(all, outputs => outputs with { Html = file }));
        group.Add(
            Word("--format", "FORMAT", "Format of standard output", formats, "table"),
            (all, format) => with(all, outputs => outputs with { Format = format }));
        group.Add(
            Word(
                "--cost", "UNIT", "Show the CPU cost per byte, in this unit", s_costUnits, "ns, in tables that show more than cost"),
            (all, cost) => with(all, outputs => outputs with { Cost = cost }));
        group.Add(
            Details(),
            all => with(all, outputs => outputs with { Details = true }));
        return group;
    }

    /// <summary>The directory in which an experiment makes its files: the one that was named, or the current one.</summary>
    internal static FilePath Directory(GivenWords words)
    {
        const string Hint = "(separate list values with commas, without spaces)";
        string? name = words.Operand("directory", absent: null, $"{words.Verb} takes one at a time {Hint}");
        FilePath directory = name is null ? FilePath.FromText(".") : Values.Path("DIR", name);
        NativeResult asked = NativePlatform.Files.StatusOf(directory, out FileStatus status);
        return asked switch
        {
            { Failed: true } => throw UsageError.Of($"the directory {directory.Display} cannot be used: {asked.Error}; name one that exists"),
            _ when status.Kind != FileKind.Directory =>
                throw UsageError.Of($"{directory.Display} is not a directory; name one"),
            _ => directory,
        };
    }
}
