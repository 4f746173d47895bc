using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Cli.Verbs;
using Landspeed.Engine;
using Landspeed.Experiments;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Platform;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>iospeed</c>: <c>measure</c> with the options of the 2004 tool (MSR-TR-2004-136, appendix).</summary>
internal sealed class Iospeed() : ClassicProgram("iospeed", "measure, as in 2004: iospeed -t30 -b64K -r1G -s0 a.dat")
{
    private const long DefaultFileSize = 1L << 30;
    private const long DefaultRequestSize = 64L << 10;
    private static readonly string[] WithSize = ["r", "w", "x", "p"];
    private static readonly TimeSpan DefaultTime = TimeSpan.FromSeconds(30);

    /// <inheritdoc/>
    internal override string Details =>
        "Measures sequential file I/O with the options of the 2004 tool, and adds the CPU cost per byte and where the bytes came " +
        "from. Sizes: K, M and G are powers of two.";

    /// <inheritdoc/>
    internal override Operand Operand => new("The file; created when missing.", ValueForm.File);

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups =>
    [
        OptionGroup.Of(
            "Options of 2004, as -t30 or -t 30",
            OptionalSize(
                "-r",
                "Read test, and the file's size; a missing file is created with incompressible data, a smaller one is extended",
                "-r1G"),
            OptionalSize("-w", "Write test within the file, again and again; without a size 1G"),
            Text("-t", new ValueForm("SECONDS"), "Longest time", "30"),
            Text("-b", new ValueForm("SIZE"), "Request size, 1 to 2147479552 bytes", "64K"),
            Text("-a", new ValueForm("N"), "Asynchronous with so many requests in flight, 1 to 4096", "synchronous"),
            Flag("-d", "Disable all caching: direct I/O, an error where there is none (default: buffered)"),
            Text("-s", new ValueForm("PCT"), "Distance of the next request in percent of the file: 0 sequential, 100 seeks anywhere", "0"),
            OptionalSize("-x", "Delete, create and extend by synchronous appends of the request size"),
            OptionalSize("-p", "The same, blocks reserved first; beside -w, a write test on reserved blocks"),
            Flag("-c", "Touch every byte"),
            Flag("-q", "Quiet: one line of comma separated values, no progress")),
        OptionGroup.Of(
            "Options of today",
            SharedOptions.Overwrite(),
            Flag("--keep", "Keep a created file even when the run is stopped or fails"),
            SharedOptions.Json(),
            SharedOptions.Csv(),
            Flag("--dry-run", "Print the plan and touch nothing")),
    ];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Mark, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["measure"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("iospeed -t30 -b64K -r1G -s0 a.dat", "the defaults, the same as: iospeed a.dat"),
        new("iospeed -t60 -p100M a.dat", "create 100 MiB with blocks reserved first"),
        new("iospeed -t30 -w100M -p a.dat", "write within 100 MiB of reserved blocks"),
        new("iospeed -a2 -b256K a.dat", "asynchronous, two requests of 256 KiB"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With((5, "the file became shorter meanwhile"));

    /// <summary>Reads a command line.</summary>
    /// <param name="words">The words after the program's name.</param>
    /// <returns>The request.</returns>
    /// <exception cref="ExperimentException">A word cannot be, or two contradict each other.</exception>
    internal static ExperimentRequest Parse(IReadOnlyList<string> words) => Read(IospeedWords.Scan(words));

    private static ExperimentRequest Read(IospeedWords words)
    {
        CheckContradictions(words);
        bool asynchronous = words.Has("a");
        var options = new MeasurementOptions
        {
            Path = File(words),
            Operation = Operation(words),
            Mode = words.Has("d") ? IoMode.Direct : IoMode.Buffered,
            ModeNecessity = Necessity.Required,
            RequestSize = words.Value("b") is { } request
                ? Values.Size("-b", request, 1, EngineLimits.MaximumTransfer)
                : DefaultRequestSize,
            QueueDepth = words.Value("a") is { } depth
                ? Values.Count("-a", depth, 1, EngineLimits.MaximumQueueDepth)
                : 1,
            Engine = asynchronous ? EngineChoice.Automatic : EngineChoice.Synchronous,
            DistancePct = words.Value("s") is { } distance ? Values.Percent("-s", distance) : 0,
            Time = words.Value("t") is { } time ? Values.Time("-t", time) : DefaultTime,
            Size = FileSize(words),
            Preparation = Preparation(words),
            Touch = words.Has("c"),
            Overwrite = words.Has("overwrite"),
            Keep = words.Has("keep"),
        };
        return new ExperimentRequest
        {
            Task = new ExperimentTask { Experiment = new MeasureExperiment(options) },
            Outputs = new ResultOutputs
            {
                Json = words.Value("json"),
                Csv = words.Value("csv"),
                Format = words.Has("q") ? ResultFormat.QuietLine : null,
            },
            ShowProgress = !words.Has("q"),
            ShowPlan = words.Has("dry-run"),
        };
    }

    private static FilePath File(IospeedWords words) => words.Files switch
    {
        [var name] => Values.Path("FILE", name),
        [] => throw UsageError.Of("no file named; for example: iospeed -t30 -b64K -r1G -s0 a.dat"),
        var names => throw UsageError.Of(
            $"more than one file named: {string.Join(", ", names.Select(Shown.Value))}; " +
            "one at a time (sizes are numbers with K, M or G, for example -r 1G)"),
    };

    // -x and -p<size> create and extend; -p beside -w is a write test on a file whose blocks were reserved first.
    private static MeasuredOperation Operation(IospeedWords words) =>
        words.Has("x") || words.Value("p") is not null || (words.Has("p") && !words.Has("w")) ? MeasuredOperation.Extend
        : words.Has("w") ? MeasuredOperation.Write
        : MeasuredOperation.Read;

    private static FilePreparation? Preparation(IospeedWords words) =>
        words.Has("p") ? FilePreparation.Reserve
        : words.Has("x") ? FilePreparation.None
        : null;

    private static long FileSize(IospeedWords words)
    {
        (string Option, long Size)[] sizes =
        [
            .. WithSize.Where(letter => words.Value(letter) is not null)
                .Select(letter => ($"-{letter}{words.Value(letter)}", Values.Size($"-{letter}", words.Value(letter)!))),
        ];
        return sizes.Select(size => size.Size).Distinct().Count() <= 1
            ? sizes.Select(size => size.Size).FirstOrDefault(DefaultFileSize)
            : throw UsageError.Of(
                $"{string.Join(" and ", sizes.Select(size => size.Option))} name different file sizes; name one");
    }

    private static void CheckContradictions(IospeedWords words)
    {
        Exclude(words, "r", "w", "is a read test", "is a write test");
        Exclude(words, "r", "x", "is a read test", "extends the file");
        Exclude(words, "r", "p", "is a read test", "extends the file");
        Exclude(words, "x", "p", "extends a file that was not preallocated", "one that was");
        if (words.Has("a") && Operation(words) == MeasuredOperation.Extend)
        {
            throw UsageError.Of("-x and -p extend by synchronous appends, -a is asynchronous; leave one of them out");
        }
    }

    private static void Exclude(IospeedWords words, string one, string other, string meaning, string otherMeaning)
    {
        if (words.Has(one) && words.Has(other))
        {
            throw UsageError.Of($"-{one} {meaning} and -{other} {otherMeaning}; name one of them");
        }
    }

    private static VerbOption<string> OptionalSize(string name, string meaning, string? absent = null) =>
        Text(name, new ValueForm("SIZE"), meaning, absent, bare: string.Empty);

    /// <inheritdoc/>
    internal override int Execute(string[] words, Terminal terminal, Composition composition)
    {
        if (words.Length == 0)
        {
            throw UsageError.Of("no file named; for example: iospeed -t30 -b64K -r1G -s0 a.dat (see iospeed --help)");
        }

        var scanned = IospeedWords.Scan(words);
        terminal.OutputHasColor &= !scanned.Has("no-color");
        string? question = scanned.Has("help") ? "--help" : scanned.Has("version") ? "--version" : null;
        return Answers(question, terminal)
            ? (int)Outcome.Done
            : new ExperimentRun(terminal, composition).Execute(Read(scanned));
    }
}
