using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Engine;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Platform;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>measure</c>: one case on one file.</summary>
internal sealed class MeasureVerb(Terminal terminal, Composition composition) : Verb(
    "measure", "Measure a case on a file: throughput, latency, CPU cost, verdict.")
{
    private static readonly string[] s_operations = ["--read", "--write", "--extend"];
    private static readonly MeasurementOptions s_defaults = new() { Path = FilePath.FromText(".") };

    private static readonly WordList<Verdict?> s_verdicts = new(
        ("device", Verdict.Device, null), ("cache", Verdict.Cache, null), ("hole", Verdict.Hole, null));

    private readonly OptionGroup<MeasurementOptions> _work = new("What is measured")
    {
        { Flag("--read", "Read what is there (default)"), options => options with { Operation = MeasuredOperation.Read } },
        {
            Flag("--write", "Write within the file's length, again and again"),
            options => options with { Operation = MeasuredOperation.Write }
        },
        {
            Flag("--extend", "Empty the file and lengthen it to its size, once"),
            options => options with { Operation = MeasuredOperation.Extend }
        },
        {
            Size(
                "--request-size", "Bytes of one request", 1, EngineLimits.MaximumTransfer, Shown.Typed(s_defaults.RequestSize),
                "--block-size"),
            (options, size) => options with { RequestSize = size }
        },
        {
            Count(
                "--queue-depth", "Requests that a thread keeps in flight", 1, EngineLimits.MaximumQueueDepth,
                Invariant($"{s_defaults.QueueDepth}; synchronous and filestream: 1")),
            (options, depth) => options with { QueueDepth = depth }
        },
        {
            Count("--threads", "Threads", 1, 256, Invariant($"{s_defaults.Threads}")),
            (options, threads) => options with { Threads = threads }
        },
        {
            Word(
                "--mode", "MODE", "How the file is opened, so or not at all; with prefer- it may fall back to buffered, and says so",
                SharedOptions.Modes, "prefer-direct; filestream: buffered"),
            (options, mode) => options with { Mode = mode.Mode, ModeNecessity = mode.Necessity }
        },
        {
            Word("--api", "API", "What carries the requests out", SharedOptions.Apis, "engine"),
            (options, api) => options with { Api = api }
        },
        {
            Word("--engine", "ENGINE", "How requests reach the system", new WordList<EngineChoice>(
                ("automatic", EngineChoice.Automatic, "io_uring, else threads"),
                ("uring", EngineChoice.Uring, null),
                ("threads", EngineChoice.Threads, null),
                ("synchronous", EngineChoice.Synchronous, null)), "automatic"),
            (options, engine) => options with { Engine = engine }
        },
        {
            Word("--pattern", "PATTERN", "Short for --distance 0 and 100", new WordList<double>(
                ("sequential", 0, null), ("random", 100, null)), "sequential"),
            (options, distance) => options with { DistancePct = distance }
        },
        {
            Percent("--distance", "How far the next request may lie away, in percent of the file: 0 sequential, 100 anywhere", "0"),
            (options, distance) => options with { DistancePct = distance }
        },
        {
            Flag("--touch", "Look at every byte read; make every byte to write anew"), options => options with { Touch = true }
        },
        {
            Flag("--cold", "Drop the file from the page cache first; a read through the cache then ends after one pass"),
            options => options with { Cold = true }
        },
        {
            Word("--flush", "WHEN", "Make writes durable", new WordList<FlushPolicy>(
                ("none", FlushPolicy.None, null), ("end", FlushPolicy.End, "once, after the last"), ("each", FlushPolicy.Each, null)), "none"),
            (options, flush) => options with { Flush = flush }
        },
    };

    private readonly OptionGroup<MeasurementOptions> _bounds = new("How long, how often")
    {
        {
            Time("--time", "Measured time at most", "5s; none with --bytes or --extend"),
            (options, time) => options with { Time = time }
        },
        { Size("--bytes", "Bytes to move at most", absent: "no limit"), (options, bytes) => options with { Bytes = bytes } },
        { Count("--repeat", "Runs", 1, 1000, Invariant($"{s_defaults.Repeat}")), (options, runs) => options with { Repeat = runs } },
        {
            Number("--seed", "Start of the pseudo-random sequence of offsets and data", Invariant($"{s_defaults.Seed}")),
            (options, seed) => options with { Seed = seed }
        },
    };

    private readonly OptionGroup<MeasurementOptions> _file = new("The file")
    {
        {
            Size(
                "--size", "Length to create or to lengthen the file to; of a longer file only the first part is used",
                absent: "1GiB when missing, else as it is"),
            (options, size) => options with { Size = size }
        },
        {
            Word("--preallocate", "HOW", "What a new file holds instead of data", new WordList<FilePreparation>(
                ("none", FilePreparation.None, "empty"),
                ("length", FilePreparation.Length, "a hole"),
                ("reserve", FilePreparation.Reserve, "blocks, unwritten"),
                ("zero", FilePreparation.Zero, "zeros written"))),
            (options, preparation) => options with { Preparation = preparation }
        },
        { SharedOptions.Overwrite(), options => options with { Overwrite = true } },
        {
            Flag("--keep", "Keep a file that was created even when the run is stopped or fails"),
            options => options with { Keep = true }
        },
    };

    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.Results(SharedOptions.FormatsWithFio);

    private readonly OptionGroup<ExperimentRequest> _running = new("The run")
    {
        {
            Word("--strict", "VERDICT", "End with 7 unless every run has this verdict", s_verdicts, "any; --strict alone: device", "device"),
            (request, verdict) => request with { ExpectedVerdict = verdict }
        },
        { Flag("--dry-run", "Print the plan and touch nothing"), request => request with { ShowPlan = true } },
        { Flag("--quiet", "No progress"), request => request with { ShowProgress = false } },
    };

    /// <inheritdoc/>
    internal override string Details =>
        "Also requests per second and CPU per byte; the verdict says where the bytes came from: device, cache or holes.";

    /// <inheritdoc/>
    internal override Operand Operand => new("The file; created when missing.", ValueForm.File);

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_work, _bounds, _file, _results, _running];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Mark, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["sweep", "report", "doctor"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed measure big.dat", "creates big.dat when missing, reads it directly"),
        new("landspeed measure big.dat --mode buffered --cold", "through the page cache, from the device"),
        new("landspeed measure big.dat --request-size 4K --queue-depth 32 --pattern random"),
        new("landspeed measure new.dat --extend --size 10G --flush end --json result.json"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With(
        (5, "the file became shorter meanwhile"), (7, "a verdict that --strict does not accept"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        MeasurementOptions options = Case(words);
        CheckFileStream(options, words);
        Check(options, words);
        var request = new ExperimentRequest
        {
            Task = new ExperimentTask { Experiment = new MeasureExperiment(options) }, Outputs = _results.Read(words, new ResultOutputs()),
        };
        return new ExperimentRun(terminal, composition).Execute(_running.Read(words, request));
    }

    private MeasurementOptions Case(GivenWords words)
    {
        CheckOperation(words);
        MeasurementOptions options = new[] { _work, _bounds, _file }.Aggregate(
            s_defaults with { Path = File(words) }, (read, group) => group.Read(words, read));
        CheckDistance(words, options);
        bool isFileStream = options.Api == FileApi.FileStream;
        bool isBounded = options.Bytes is not null || options.Operation == MeasuredOperation.Extend;
        return options with
        {
            Mode = isFileStream && !words.Has("--mode") ? IoMode.Buffered : options.Mode,
            ModeNecessity = isFileStream && !words.Has("--mode") ? Necessity.Required : options.ModeNecessity,
            QueueDepth = (isFileStream || options.Engine == EngineChoice.Synchronous) && !words.Has("--queue-depth") ? 1 : options.QueueDepth,
            Time = isBounded && !words.Has("--time") ? Values.LongestTime : options.Time,
        };
    }

    private static FilePath File(GivenWords words)
    {
        string hint = words.Operands().Any(s_verdicts.Has)
            ? "a verdict is attached: --strict=cache"
            : "measure takes one at a time";
        return Values.Path("FILE", words.Operand("file", "no file named; for example: landspeed measure big.dat", hint)!);
    }

    private static void CheckOperation(GivenWords words)
    {
        string[] given = [.. s_operations.Where(words.IsSet)];
        if (given.Length > 1)
        {
            throw UsageError.Of($"{string.Join(" and ", given)} exclude each other; name one");
        }
    }

    private static void CheckDistance(GivenWords words, MeasurementOptions options)
    {
        double? pattern = words.Text("--pattern") is { } word ? word.Equals("random", StringComparison.OrdinalIgnoreCase) ? 100 : 0 : null;
        if (words.Has("--distance") && pattern is { } named && named != options.DistancePct)
        {
            throw UsageError.Of(
                $"--pattern {words.Text("--pattern")} and --distance {words.Text("--distance")} contradict each other; name one");
        }
    }

    private static void Check(MeasurementOptions options, GivenWords words)
    {
        bool reads = options.Operation == MeasuredOperation.Read;
        string? contradiction = options switch
        {
            { Engine: EngineChoice.Synchronous, QueueDepth: > 1 } => Invariant(
                $"--queue-depth {options.QueueDepth} needs more than one request in flight, --engine synchronous has one; ") +
                "allowed: 1, or --engine threads",
            _ when reads && words.Has("--flush") =>
                "--flush makes writes durable, and this is a read; use it with --write or --extend",
            _ when reads && options.Preparation == FilePreparation.None =>
                "--preallocate none gives an empty file, and there is nothing to read in it; allowed for reads: length, reserve, zero",
            _ when options.Size < options.RequestSize =>
                $"--request-size {Shown.Size(options.RequestSize)} is larger than the file, --size " +
                $"{Shown.Size(options.Size.Value)}; make the file larger or the request smaller",
            _ => null,
        };
        if (contradiction is not null)
        {
            throw UsageError.Of(contradiction);
        }
    }

    private static void CheckFileStream(MeasurementOptions options, GivenWords words)
    {
        if (options.Api != FileApi.FileStream)
        {
            return;
        }

        string? contradiction = options switch
        {
            { Mode: not IoMode.Buffered } => $"is buffered, and --mode asks for {words.Text("--mode")}; use --mode buffered",
            { QueueDepth: not 1 } =>
                $"has one request in flight, and --queue-depth asks for {words.Text("--queue-depth")}; use --queue-depth 1",
            { Threads: not 1 } => $"has one cursor, and --threads asks for {words.Text("--threads")}; use --threads 1",
            { DistancePct: not 0 } =>
                $"goes through the file in order, and {(words.Has("--pattern") ? "--pattern random" : "--distance")} " +
                "asks for another one; leave it out",
            { Touch: true } => "only moves the bytes, and --touch looks at them; leave it out",
            _ when words.Has("--engine") => "uses no engine, and --engine names one; leave it out",
            { Flush: FlushPolicy.Each } => "collects small writes, and --flush each wants each of them durable; use --flush end",
            _ => null,
        };
        if (contradiction is not null)
        {
            throw UsageError.Of($"--api filestream {contradiction}, or --api engine");
        }
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
