using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments.Creating;
using Landspeed.Experiments.Processing;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Platform;
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
    private readonly OptionGroup<DataSet> _set = DataSet.Options("Scale the number of files of the data set to make", "0.05");

    private readonly OptionGroup<ProcessOptions> _work = new("What is compared")
    {
        {
            Words("--strategy", "How files are processed", new WordList<ProcessStrategy>(
                ("streaming", ProcessStrategy.Streaming, null),
                ("streamreader", ProcessStrategy.StreamReader, "streaming through StreamReader and StreamWriter"),
                ("buffering", ProcessStrategy.Buffering, null),
                ("pipelined", ProcessStrategy.Pipelined, null)), "streaming,buffering,pipelined"),
            (options, strategies) => options with { Strategies = strategies }
        },
        {
            Counts("--threads", "Threads that work", 1, 64, "1,2,3,4"),
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
            Sizes("--buffer", "Bytes of one read or write of all but the pipeline", 1, 16 << 20, "64K"),
            (options, sizes) => options with { BufferSizes = [.. sizes.Select(size => new ByteCount(size))] }
        },
        {
            Words("--hint", "Hint that all but the pipeline give to the system", new WordList<ReadHint>(
                ("none", ReadHint.None, null), ("sequential", ReadHint.Sequential, null)), "none"),
            (options, hints) => options with { Hints = hints }
        },
        {
            Words("--distribution", "How the threads of all but the pipeline come by files", new WordList<FileDistribution>(
                ("shared", FileDistribution.Shared, "each takes the next"),
                ("fixed", FileDistribution.Fixed, "a list of its own for each")), "shared"),
            (options, distributions) => options with { Distributions = distributions }
        },
        {
            VerbOption.Path(
                "--output", ValueForm.Directory, "A directory, missing or empty, in which results are written and removed again", "beside the input"),
            (options, directory) => options with { Output = directory }
        },
        {
            Flag("--overwrite", "Allow an --output directory with something in it, which stays"),
            options => options with { Overwrite = true }
        },
    };

    /// <inheritdoc/>
    internal override string Details => "Each reads files, works on each line, and writes the results.";

    /// <inheritdoc/>
    internal override Operand Operand => Operand.Optional(
        "A directory of files to process, which are only read (default: a data set is made in the current directory and removed afterwards).",
        ValueForm.Directory);

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Trial("process", "process-data"), UsualFiles.Journal(Name), UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["create", "report"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed process", "a data set of its own, about a minute"),
        new("landspeed process data --html process.html", "files that are there, and a page with charts"),
        new("landspeed process data --threads 1,2 --work 0,1000 --strategy streaming,pipelined"),
        new("landspeed process data --buffer 4K,8K,64K --hint none,sequential --work 0"),
        new("landspeed process data --strategy streamreader,streaming --passes from-zero --distribution fixed", "as the author wrote it, beside our reader of lines"),
    ];

    /// <inheritdoc/>
    private protected override IReadOnlyList<OptionGroup> Own => [_work, _set];

    /// <inheritdoc/>
    private protected override OptionGroup<ExperimentSettings> Settings { get; } =
        Comparison("The author's own sizes: the data set at scale 1, five runs of each case", "three");

    // Not in the input: there it would be one more file to process.
    private protected override FilePath JournalDirectory(GivenWords words)
    {
        FilePath? input = Input(words);
        RefuseDataSet(words, input);
        return input is null ? FilePath.FromText(".") : PlainPath.ParentOf(input);
    }

    /// <inheritdoc/>
    private protected override IExperiment Experiment(GivenWords words, ExperimentSettings settings)
    {
        var set = new DataSet(DataPresets.Small, settings.Full ? 1 : DefaultScale);
        return new ProcessExperiment(_work.Read(words, new ProcessOptions
        {
            Data = _set.Read(words, set).Shape,
            Input = Input(words),
            Seed = settings.Seed,
            Keep = settings.Keep,
            Full = settings.Full,
            Repetitions = settings.Repetitions ?? (settings.Full ? FullRepetitions : DefaultRepetitions),
        }));
    }

    private static FilePath? Input(GivenWords words) =>
        words.Operand("directory", absent: null) is { } name ? Values.Path("DIR", name) : null;

    private void RefuseDataSet(GivenWords words, FilePath? input)
    {
        string? given = words.IsSet("--full") ? "--full" : words.FirstOf(_set.Options);
        if (input is not null && given is not null)
        {
            throw UsageError.Of(
                $"{given} is about the data set that is made when no directory is named; leave it out, or leave " +
                $"{Shown.Value(input.Text)} out");
        }
    }
}
