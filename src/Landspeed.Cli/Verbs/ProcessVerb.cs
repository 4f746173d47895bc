using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Creating;
using Landspeed.Experiments.Processing;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Quantities;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>process</c>: streaming, buffering or pipelining.</summary>
internal sealed class ProcessVerb(Terminal terminal, Composition composition) : ExperimentVerb(
    "process", "Compare streaming, buffering and pipelining on files of lines.", terminal, composition)
{
    private const double DefaultScale = 0.05; // with it, and three runs, about a minute
    private const int DefaultRepetitions = 3;
    private const int FullRepetitions = 5;

    // About a minute of a disk of today; what takes longer should not begin because a directory was named.
    private const long MostUnasked = 8L << 30;

    private readonly OptionGroup<OwnFiles> _input = new("Your own files")
    {
        {
            VerbOption.Path(
                "--input", ValueForm.Directory, "Process the files of this directory instead of a data set; they are only read"),
            (files, directory) => files with { Directory = directory }
        },
        {
            Flag("--yes", $"Start even if more than {Shown.Size(MostUnasked)} will be read and written"),
            files => files with { MayBeLarge = true }
        },
    };

    private readonly OptionGroup<DataSet> _set = DataSet.Options("Scale the number of files in the data set", "0.05");

    private readonly OptionGroup<ProcessOptions> _work = new("What is compared")
    {
        {
            Words("--strategy", "How to process files", new WordList<ProcessStrategy>(
                ("streaming", ProcessStrategy.Streaming, null),
                ("streamreader", ProcessStrategy.StreamReader, "streaming through StreamReader and StreamWriter"),
                ("buffering", ProcessStrategy.Buffering, null),
                ("pipelined", ProcessStrategy.Pipelined, null)), "streaming,buffering,pipelined"),
            (options, strategies) => options with { Strategies = strategies }
        },
        {
            Counts("--threads", "Worker threads", 1, 64, "1,2,3,4"),
            (options, threads) => options with { Threads = threads }
        },
        { Counts("--work", "Passes over each line", 0, 100_000, "0,100,200,1000"), (options, passes) => options with { Passes = passes } },
        {
            Word("--passes", "FIRST", "Number of the first pass", new WordList<int>(
                ("from-one", 1, null),
                ("from-zero", 0, "as the author counted: 100, 200 and 1000 passes cancel out")), "from-one"),
            (options, first) => options with { FirstPass = first }
        },
        {
            Sizes("--buffer", "Bytes per read or write, except in the pipeline", 1, 512 << 20, "64K"),
            (options, sizes) => options with { BufferSizes = [.. sizes.Select(size => new ByteCount(size))] }
        },
        {
            Words("--hints", "Access hint for the system, except in the pipeline", new WordList<ReadHint>(
                ("none", ReadHint.None, null), ("sequential", ReadHint.Sequential, null)), "none"),
            (options, hints) => options with { Hints = hints }
        },
        {
            Words("--distribution", "How threads get their files, except in the pipeline", new WordList<FileDistribution>(
                ("shared", FileDistribution.Shared, "each takes the next file"),
                ("fixed", FileDistribution.Fixed, "each has its own list")), "shared"),
            (options, distributions) => options with { Distributions = distributions }
        },
        {
            VerbOption.Path(
                "--output", ValueForm.Directory, "Missing or empty directory for the results, which are removed at the end", "beside the input"),
            (options, directory) => options with { Output = directory }
        },
        {
            Flag("--overwrite", "Allow an --output directory that is not empty; its content stays"),
            options => options with { Overwrite = true }
        },
    };

    /// <inheritdoc/>
    internal override string Details => "Each reads files, works on each line, and writes the results.";

    /// <inheritdoc/>
    internal override Operand Operand => Operand.Optional(
        "Where the temporary data set is created (default: the current directory).",
        ValueForm.Directory);

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Trial("process", "process-data"), UsualFiles.Journal(Name), UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["create", "report"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed process", "a temporary data set, about a minute"),
        new("landspeed process /mnt/data --html process.html", "on another volume, and a page with charts"),
        new("landspeed process --input texts --threads 1,2 --work 0,1000", "files of your own"),
        new("landspeed process --buffer 4K,8K,64K --hints none,sequential --work 0"),
        new("landspeed process --strategy streamreader,streaming --passes from-zero", "as in 2009, beside our line reader"),
    ];

    /// <inheritdoc/>
    private protected override IReadOnlyList<OptionGroup> Own => [_work, _input, _set];

    /// <inheritdoc/>
    private protected override OptionGroup<ExperimentSettings> Settings { get; } =
        Comparison("Use the author's own sizes: the data set at scale 1, five runs of each case", "three");

    // Not in the input: there it would be one more file to process.
    private protected override FilePath JournalDirectory(GivenWords words)
    {
        FilePath directory = SharedOptions.Directory(words);
        FilePath? input = Input(words);
        RefuseDataSet(words, input);
        return input is null ? directory : PlainPath.ParentOf(input);
    }

    /// <inheritdoc/>
    private protected override IExperiment Experiment(GivenWords words, ExperimentSettings settings)
    {
        var set = new DataSet(DataPresets.Small, settings.Full ? 1 : DefaultScale);
        return new ProcessExperiment(_work.Read(words, new ProcessOptions
        {
            Data = _set.Read(words, set).Shape,
            Directory = SharedOptions.Directory(words),
            Input = Input(words),
            Seed = settings.Seed,
            Keep = settings.Keep,
            Full = settings.Full,
            Repetitions = settings.Repetitions ?? (settings.Full ? FullRepetitions : DefaultRepetitions),
        }));
    }

    /// <inheritdoc/>
    private protected override void Consent(GivenWords words, ExperimentPlan plan)
    {
        long bytes = plan.ReadBytes + plan.WriteBytes;
        if (Input(words) is { } input && bytes > MostUnasked && !_input.Read(words, new OwnFiles()).MayBeLarge)
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"processing {input.Display} reads and writes {Shown.Size(bytes)} in all: add --yes to start, --dry-run to see "
                + "the plan, or name fewer cases (--threads, --work, --strategy)");
        }
    }

    private FilePath? Input(GivenWords words) => _input.Read(words, new OwnFiles()).Directory;

    private void RefuseDataSet(GivenWords words, FilePath? input)
    {
        string? given = words.IsSet("--full") ? "--full" : words.FirstOf(_set.Options);
        if (input is not null && (given ?? words.Operand("directory", absent: null)) is { } contradicted)
        {
            string word = given is null ? Shown.Value(contradicted) : given;
            throw UsageError.Of($"{word} is for the data set that is made without --input; leave one of them out");
        }

        if (input is null && words.IsSet("--yes"))
        {
            throw UsageError.Of("--yes is only for --input; leave it out");
        }
    }

    /// <summary>Files that are processed instead of a data set.</summary>
    private sealed record OwnFiles
    {
        /// <summary>Their directory, or null for a data set.</summary>
        internal FilePath? Directory { get; init; }

        /// <summary>Whether the run may read and write more than is begun unasked.</summary>
        internal bool MayBeLarge { get; init; }
    }
}
