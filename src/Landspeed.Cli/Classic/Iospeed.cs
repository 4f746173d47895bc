using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Cli.Verbs;
using Landspeed.Engine;
using Landspeed.Experiments;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Reporting;
using Landspeed.Reporting.Words;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>iospeed</c>: <c>measure</c> with the options of the 2004 tool (MSR-TR-2004-136, appendix).</summary>
internal sealed class Iospeed() : ClassicProgram("iospeed", "measure, as in 2004: iospeed -t30 -b64K -r1G -s0 a.dat")
{
    private const string Header = "--header";
    private const long DefaultFileSize = 1L << 30;
    private const long DefaultRequestSize = 64L << 10;
    private static readonly string[] WithSize = ["r", "w", "x", "p"];
    private static readonly string[] s_notOfFileStream = ["-d", "-a", "-s", "-c"];
    private static readonly TimeSpan DefaultTime = TimeSpan.FromSeconds(30);

    // Those of measure that have no letter.
    private static readonly OptionGroup<MeasurementOptions> s_work =
        MeasureGroups.Work.Only("--threads", "--api", "--cold")
            .With(
                SharedOptions.Mode("buffered; direct with -d"),
                (options, mode) => options with { Mode = mode.Mode, RequireMode = mode.Required })
            .With(SharedOptions.Engine("synchronous; auto with -a"), (options, engine) => options with { Engine = engine })
            .With(SharedOptions.Flush("end for writes"), (options, flush) => options with { Flush = flush });

    private static readonly OptionGroup<MeasurementOptions> s_bounds = MeasureGroups.Bounds.Only("--bytes", "--repeat", "--seed");
    private static readonly OptionGroup<MeasurementOptions> s_file = MeasureGroups.File.Only("--overwrite", "--keep");
    private static readonly OptionGroup<ResultOutputs> s_results = SharedOptions.Results(SharedOptions.FormatsWithFio);

    /// <inheritdoc/>
    internal override string Details =>
        "Measures sequential file I/O with the options of the 2004 tool, and adds the CPU cost per byte and where the bytes came " +
        "from. Writes end with a flush: the result has the rate until the writes return and until they are durable. The long options are those of " +
        "measure. Sizes: K, M and G are powers of two.";

    /// <inheritdoc/>
    internal override Operand Operand => new("The file; created if missing.", ValueForm.File);

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups =>
    [
        OptionGroup.Of(
            "Options of 2004, as -t30 or -t 30",
            OptionalSize(
                "-r",
                "Run the read test on a file of this size; a missing file is created with incompressible data, a smaller one of ours is " +
                "extended, any other is read as it is",
                "-r1G"),
            OptionalSize("-w", "Run the write test within the file, repeatedly; without a size 1G"),
            Text("-t", new ValueForm("SECONDS"), "Time limit in seconds", "30"),
            Text("-b", new ValueForm("SIZE"), "Request size, 1 to 2147479552 bytes; K and KB are 1,024 here", "64K"),
            Text("-a", new ValueForm("N"), "Asynchronous, with this many requests in flight, 1 to 4096", "synchronous"),
            Flag("-d", "Disable all caching: direct I/O, or an error if unsupported (default: buffered)"),
            Text("-s", new ValueForm("PCT"), "Maximum distance of the next request, in percent of the file: 0 sequential, 100 anywhere", "0"),
            OptionalSize("-x", "Recreate the file with synchronous appends of the request size, and time that"),
            OptionalSize("-p", "Recreate the file with reserved blocks; then run the read test, or that of -w or -x"),
            Flag("-c", "Touch every byte"),
            Flag("-q", "Quiet: print one line of comma-separated values, and no progress"),
            Flag(Header, "With -q: print the names of the values in a line before them")),
        s_work,
        s_bounds,
        s_file,
        s_results,
        MeasureGroups.Running,
    ];

    /// <inheritdoc/>
    internal override string Modern => "measure";

    /// <inheritdoc/>
    internal override IReadOnlyDictionary<string, string> Letters { get; } = new Dictionary<string, string>
    {
        ["--read"] = "-r",
        ["--write"] = "-w",
        ["--extend"] = "-x",
        ["--time"] = "-t",
        ["--request-size"] = "-b",
        ["--block-size"] = "-b",
        ["--queue-depth"] = "-a",
        ["--distance"] = "-s",
        ["--order"] = "-s0 or -s100",
        ["--touch"] = "-c",
        ["--preallocate"] = "-p",
        ["--size"] = "-r, -w, -x or -p with the size",
    };

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Mark, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["measure"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("iospeed -t30 -b64K -r1G -s0 a.dat", "the defaults, the same as: iospeed a.dat"),
        new("iospeed -t60 -p100M a.dat", "create 100 MiB, blocks reserved first, and read it for a minute"),
        new("iospeed -t30 -w100M -p a.dat", "create 100 MiB of reserved blocks, and write within it"),
        new("iospeed -x1G --repeat 5 --json result.json a.dat", "create the file five times by appends"),
        new("iospeed -a2 -b256K a.dat", "asynchronous, two requests of 256 KiB"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With((5, "the file shrank during the run"), (7, "a verdict that --strict does not accept"));

    /// <summary>Reads a command line.</summary>
    /// <param name="words">The words after the program's name.</param>
    /// <returns>The request.</returns>
    /// <exception cref="ExperimentException">A word is invalid, or two contradict each other.</exception>
    internal static ExperimentRequest Parse(IReadOnlyList<string> words) => Read(IospeedWords.Scan(words));

    private static ExperimentRequest Read(IospeedWords words)
    {
        CheckContradictions(words);
        MeasurementOptions options = new[] { s_work, s_bounds, s_file }.Aggregate(ByLetters(words), (read, group) => group.Read(words, read));
        CheckLong(words, options);
        ResultOutputs outputs = s_results.Read(words, new ResultOutputs { Cost = CostUnit.Both });
        var request = new ExperimentRequest
        {
            Task = new ExperimentTask { Experiment = new MeasureExperiment(options) },
            Outputs = words.Has("q") ? outputs with { Format = ResultFormat.QuietLine } : outputs,
            ShowProgress = !words.Has("q"),
            CacheAdvice = words.Has("q") || words.Has("--mode") || words.Has("--cold") || words.Has("--strict") ? null
                : "the bytes came from the page cache, not from the device; add -d or --cold to read from the device",
        };
        return MeasureGroups.Running.Read(words, request);
    }

    private static MeasurementOptions ByLetters(IospeedWords words)
    {
        MeasuredOperation operation = Operation(words);
        bool isFileStream = string.Equals(words.Text("--api"), "filestream", StringComparison.OrdinalIgnoreCase);
        return new MeasurementOptions
        {
            Path = File(words),
            Operation = operation,
            Mode = words.Has("d") ? IoMode.Direct : IoMode.Buffered,
            RequireMode = true,
            RequestSize = words.Value("b") is { } request
                ? Size("-b", request, EngineLimits.MaximumTransfer)
                : DefaultRequestSize,
            QueueDepth = words.Value("a") is { } depth
                ? Values.Count("-a", depth, 1, EngineLimits.MaximumQueueDepth)
                : 1,
            Engine = words.Has("a") || isFileStream ? EngineChoice.Automatic : EngineChoice.Synchronous,
            DistancePct = words.Value("s") is { } distance ? Values.Percent("-s", distance) : 0,
            Time = words.Value("t") is { } time ? Values.Time("-t", time) : DefaultTime,
            Size = FileSize(words),
            ReadsShorterFile = operation == MeasuredOperation.Read,
            Anew = words.Has("p") && operation != MeasuredOperation.Extend,
            Preparation = Preparation(words, operation),
            Touch = words.Has("c"),
            Flush = operation == MeasuredOperation.Read ? FlushPolicy.None : FlushPolicy.End,
        };
    }

    private static FilePath File(IospeedWords words) => words.Files switch
    {
        [var name] => ClassicPath.Of("FILE", name),
        [] => throw UsageError.Of("no file named; for example: iospeed -t30 -b64K -r1G -s0 a.dat"),
        var names => throw UsageError.Of(
            $"more than one file named: {string.Join(", ", names.Select(Shown.Value))}; " +
            "one at a time (sizes are numbers with K, M or G, for example -r 1G)"),
    };

    // -x and -p say how the file is made, -r and -w what is measured on it; -x alone measures the making.
    private static MeasuredOperation Operation(IospeedWords words) =>
        words.Has("x") ? MeasuredOperation.Extend
        : words.Has("w") ? MeasuredOperation.Write
        : MeasuredOperation.Read;

    // Blocks that were reserved and never written are a hole to a reader: for it they are filled, which reserves them first.
    private static FilePreparation? Preparation(IospeedWords words, MeasuredOperation operation) =>
        words.Has("p") ? operation == MeasuredOperation.Read ? null : FilePreparation.Reserve
        : words.Has("x") ? FilePreparation.None
        : null;

    // In the report KB, MB and GB are powers of two.
    private static long Size(string option, string text, long largest = long.MaxValue) => Values.Size(
        option, text is [.., 'K' or 'M' or 'G' or 'k' or 'm' or 'g', 'B' or 'b'] ? text[..^1] : text, 1, largest);

    private static long FileSize(IospeedWords words)
    {
        (string Option, long Size)[] sizes =
        [
            .. WithSize.Where(letter => words.Value(letter) is not null)
                .Select(letter => ($"-{letter}{words.Value(letter)}", Size($"-{letter}", words.Value(letter)!))),
        ];
        return sizes.Select(size => size.Size).Distinct().Count() <= 1
            ? sizes.Select(size => size.Size).FirstOrDefault(DefaultFileSize)
            : throw UsageError.Of(
                $"{string.Join(" and ", sizes.Select(size => size.Option))} name different file sizes; name one");
    }

    private static void CheckContradictions(IospeedWords words)
    {
        Exclude(words, "-r", "-w", "is a read test", "is a write test; name one of them");
        Exclude(
            words, "-r", "-x", "is a read test", "times creating the file; run one after the other: iospeed -x1G FILE, then iospeed -r1G FILE");
        Exclude(words, "-a", "-x", "is asynchronous", "extends by synchronous appends; leave one of them out");
        Exclude(words, "-d", "--mode", "is direct I/O", "names a mode as well; leave one of them out");
        if (words.Has(Header) && !words.Has("-q"))
        {
            throw UsageError.Of($"{Header} names the values of -q; add -q, or leave it out");
        }

        Exclude(words, "-q", "--format", "prints one line", "asks for another format, but standard output takes only one; leave one of them out");
    }

    private static void CheckLong(IospeedWords words, MeasurementOptions options)
    {
        MeasureGroups.CheckRunning(words);
        if (options.Operation == MeasuredOperation.Read && words.Has("--flush"))
        {
            throw UsageError.Of("--flush makes writes durable, but this is a read; use it with -w or -x");
        }

        if (options is { Engine: EngineChoice.Synchronous, QueueDepth: > 1 })
        {
            throw UsageError.Of(
                $"-a{words.Value("a")} keeps more than one request in flight, but --engine synchronous has one; leave one of them out");
        }

        string? letter = Array.Find(s_notOfFileStream, words.Has);
        if (options.Api == FileApi.FileStream && letter is not null)
        {
            throw UsageError.Of(
                $"--api filestream is buffered, one request at a time, in order, but {letter} asks for something else; leave it out, or use --api engine");
        }
    }

    private static void Exclude(IospeedWords words, string one, string other, string meaning, string otherMeaning)
    {
        if (words.Has(one) && words.Has(other))
        {
            throw UsageError.Of($"{one} {meaning} and {other} {otherMeaning}");
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
        if (Answers(question, terminal))
        {
            return ExitStatus.Done;
        }

        ExperimentRequest request = Read(scanned);
        if (scanned.Has(Header))
        {
            terminal.Output.Write(QuietLine.Header + "\n");
        }

        return new ExperimentCall(terminal, composition).Execute(request);
    }
}
