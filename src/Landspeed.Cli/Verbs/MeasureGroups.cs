using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Engine;
using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rates;
using Landspeed.Results;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The options of a measurement: all of them for <c>measure</c>, those that have no letter of 2004 for <c>iospeed</c>.</summary>
internal static class MeasureGroups
{
    private static readonly MeasurementOptions s_defaults = new() { Path = FilePath.FromText(".") };

    /// <summary>The verdicts that can be asked for.</summary>
    internal static WordList<Verdict?> Verdicts { get; } = new(
        ("device", Verdict.Device, null), ("cache", Verdict.Cache, null), ("hole", Verdict.Hole, null));

    /// <summary>Into how many parts the file is divided.</summary>
    internal static VerbOption<int> Zones { get; } = Count(
        "--zones", "Divide the file into this many equal parts and measure the rate in each; 8 runs of each", 2, 1000);

    /// <summary>When it ends earlier.</summary>
    internal static VerbOption<SteadyLimit> Until { get; } = Of(
        "--until", "steady[=PCT[/TIME]]",
        "End the run when its rate is steady: in TIME it rises or falls by up to PCT, and five parts of that time "
        + "differ by up to twice as much",
        Values.Until, "for example steady=5%/1m; steady alone is steady=10%/30s", "--time");

    /// <summary>How much is written before.</summary>
    internal static VerbOption<WriteLimit> Most { get; } = Of(
        "--write-at-most", "LIMIT", "With --precondition: write no more than this", Values.WriteLimit,
        "a multiple of the file or bytes, for example 2x or 100G", "2x");

    /// <summary>The distance of requests in order.</summary>
    internal const string Stride = "--stride";

    /// <summary>Where in the file requests begin.</summary>
    internal static VerbOption<long> Offset { get; } = Size(
        "--offset", "Leave out what is before this byte of the file", 0, long.MaxValue, "0");

    /// <summary>The sizes of requests that have several.</summary>
    internal static VerbOption<SizeShares> Sizes { get; } = Of(
        "--sizes", "SIZE:PCT,SIZE:PCT,...", "Requests of several sizes, in these shares of the requests",
        Values.SizeShares, "for example 4K:60,64K:40", "one size, --request-size");

    /// <summary>How long each place in the queue rests.</summary>
    internal static VerbOption<ThinkTime> Think { get; } = Of(
        "--think", "TIME[/REQUESTS]",
        "Pause this long after each request, or each time after REQUESTS of them, in each place of the queue: users "
        + "who read what came",
        Values.Think, "for example 10ms, 100us or 1s/4", "no pause");

    /// <summary>When requests are due.</summary>
    internal static VerbOption<ArrivalPattern> Arrivals { get; } = Word(
        "--arrivals", "HOW", "When requests are due", new WordList<ArrivalPattern>(
            ("even", ArrivalPattern.Even, "at equal distances, or after equal pauses"),
            ("poisson", ArrivalPattern.Poisson, "independently, as those of many users")), "even");

    /// <summary>Never sleeping.</summary>
    internal static VerbOption<bool> Precise { get; } = Flag(
        "--precise", "Never sleep, so that no request waits for a thread to wake up; takes a CPU per thread");

    /// <summary>How many requests start in a second.</summary>
    internal static VerbOption<(LoadRate Rate, LoadRate? OfWrites)> Rate { get; } = Of(
        "--rate", "RATE",
        "Start this many requests or bytes per second, whether or not earlier ones have ended; READS:WRITES sets "
        + "separate rates",
        Values.RateOrTwo, "20000, 20k/s, 0.5/s, 100MB/s, 7k/s:3k/s", "none: a full queue sets the pace");

    /// <summary>The rates of which each is measured.</summary>
    internal static VerbOption<RateList> Rates { get; } = Of(
        "--rates", "RATES",
        "Measure the response time at each of several rates, 5 runs of each; percent are of the rate with a full queue",
        ValueLists.Rates, "10%..100% (in steps of the first), 50%,90%, 1k..10k, 20MB,50MB");

    /// <summary>How long their requests may take.</summary>
    internal static VerbOption<ResponseLimit> Within { get; } = Of(
        "--within", "LIMIT", "With --rates: find the highest rate that keeps this limit of the response time",
        Values.ResponseLimit, "p50, p99 or p99.9, for example p99=5ms", "none");

    /// <summary>How many of them may be in flight.</summary>
    internal static VerbOption<int> InFlight { get; } = Count(
        "--in-flight", "Maximum requests in flight per thread", 1, EngineLimits.MaximumQueueDepth,
        Invariant($"{LoadOptions.UsualInFlight} in all, or as many as fit into 256 MiB"));

    /// <summary>What is done.</summary>
    internal static OptionGroup<MeasurementOptions> Work { get; } = new("What is measured")
    {
        { Flag("--read", "Read existing data (default)"), options => options with { Operation = MeasuredOperation.Read } },
        {
            Flag("--write", "Write within the file's length, repeatedly"),
            options => options with { Operation = MeasuredOperation.Write }
        },
        {
            Flag("--extend", "Empty the file and extend it to its size, once"),
            options => options with { Operation = MeasuredOperation.Extend }
        },
        {
            Of(
                "--mix", "READ:WRITE",
                "Read and write within the file's length at the same time, in these shares of the requests",
                Values.Mix, "percent, for example 70:30"),
            (options, readPct) => options with { Operation = MeasuredOperation.Mix, ReadPct = readPct }
        },
        {
            Flag("--layers", "Measure the cost per byte of each layer: our loop, memory copy, page cache, device; 5 runs of each; --strict checks the verdict of each"),
            options => options
        },
        { Zones, (options, _) => options },
        {
            Size(
                "--request-size", "Bytes of one request", 1, EngineLimits.MaximumTransfer, Shown.Typed(s_defaults.RequestSize),
                "--block-size"),
            (options, size) => options with { RequestSize = size }
        },
        {
            Sizes,
            (options, sizes) => options with { Sizes = sizes }
        },
        {
            Count(
                "--queue-depth", "Requests in flight per thread", 1, EngineLimits.MaximumQueueDepth,
                Invariant($"{s_defaults.QueueDepth}; synchronous and filestream: 1")),
            (options, depth) => options with { QueueDepth = depth }
        },
        {
            Think,
            (options, think) => options with { Think = think }
        },
        {
            Count("--threads", "Number of threads", 1, 256, Invariant($"{s_defaults.Threads}")),
            (options, threads) => options with { Threads = threads }
        },
        {
            SharedOptions.Mode("prefer-direct; filestream: buffered"),
            (options, mode) => options with { Mode = mode.Mode, RequireMode = mode.Required }
        },
        {
            Word("--api", "API", "API that performs the requests", SharedOptions.Apis, "engine"),
            (options, api) => options with { Api = api }
        },
        { SharedOptions.Engine("auto"), (options, engine) => options with { Engine = engine } },
        {
            Word("--order", "ORDER", "The order of the requests", new WordList<(double DistancePct, bool IsReverse)>(
                ("sequential", (0, false), "from the start to the end, as --distance 0"),
                ("random", (100, false), "anywhere, as --distance 100"),
                ("reverse", (0, true), "from the end to the start")), "sequential"),
            (options, order) => options with { DistancePct = order.DistancePct, IsReverse = order.IsReverse }
        },
        {
            Size(
                Stride,
                "In order: begin each request this many bytes after the one before, and one request later in each "
                + "pass, until every place was used; a multiple of the request size",
                1, long.MaxValue, "no gap"),
            (options, stride) => options with { Stride = stride }
        },
        {
            Percent("--distance", "Maximum distance of the next request, in percent of the file: 0 sequential, 100 anywhere", "0"),
            (options, distance) => options with { DistancePct = distance }
        },
        {
            Of(
                "--places", "HOW", "Use some places more than others, at random", Values.Distribution,
                "zipf:EXPONENT, or hot:PLACES:REQUESTS in percent, for example hot:20:80", "all alike"),
            (options, distribution) => options with { DistancePct = 100, Distribution = distribution }
        },
        {
            Flag("--touch", "Inspect every byte read; generate every byte written"), options => options with { Touch = true }
        },
        {
            Flag("--cold", "Drop the file from the page cache first; buffered reads then end after one pass"),
            options => options with { Cold = true }
        },
        { SharedOptions.Flush("none"), (options, flush) => options with { Flush = flush } },
    };

    /// <summary>Blocks that say where and when they were written.</summary>
    internal static OptionGroup<MeasurementOptions> Blocks { get; } = new("Blocks that prove themselves")
    {
        {
            Flag(
                "--verify-blocks",
                "Write into each block which file, place and write it belongs to, and compare what is read with that"),
            options => options with { Blocks = BlockUse.Verify }
        },
        {
            Flag(
                "--check",
                "Read the whole file once, and tell which blocks are not as they were acknowledged as durable"),
            options => options with { Blocks = BlockUse.Check }
        },
        {
            VerbOption.Path(
                "--block-journal", ValueForm.File, "The journal of what was written and is durable", "FILE.blocks"),
            (options, journal) => options with { BlockJournal = journal }
        },
    };

    /// <summary>Requests that start when they are due, whether or not earlier ones have ended.</summary>
    internal static OptionGroup<MeasurementOptions> AtRate { get; } = new("Requests at a rate")
    {
        {
            Rate,
            (options, rate) => options with
            {
                Operation = rate.OfWrites is null ? options.Operation : MeasuredOperation.Mix,
                Load = Load(options) with { Rate = rate.Rate, WriteRate = rate.OfWrites },
            }
        },
        { Rates, (options, _) => options with { Load = Load(options) } },
        { Within, (options, _) => options },
        {
            Arrivals,
            (options, arrivals) => options with { Arrivals = arrivals }
        },
        {
            InFlight,
            (options, most) => options with { QueueDepth = most }
        },
        {
            Word(
                "--when-full", "HOW", "What becomes of a request that is due while that many are in flight",
                new WordList<FullPolicy>(
                    ("queue", FullPolicy.Queue, "it starts late"),
                    ("skip", FullPolicy.Skip, "it is counted and never starts")),
                "queue"),
            (options, policy) => options with { Load = Load(options) with { WhenFull = policy } }
        },
        {
            Precise,
            options => options with { IsPrecise = true }
        },
    };

    /// <summary>When it ends.</summary>
    internal static OptionGroup<MeasurementOptions> Bounds { get; } = new("How long, how often")
    {
        {
            Time(
                "--time", "Maximum measured time",
                "5s; none with --bytes or --extend; --until: 5 times its time; --layers: 1s; --rates: 2s; "
                + "--zones: 250ms"),
            (options, time) => options with { Time = time }
        },
        {
            Until,
            (options, until) => options with { Until = until }
        },
        { Size("--bytes", "Maximum bytes to move", absent: "no limit"), (options, bytes) => options with { Bytes = bytes } },
        { Count("--repeat", "Number of runs", 1, 1000, Invariant($"{s_defaults.Repeat}")), (options, runs) => options with { Repeat = runs } },
        {
            Number("--seed", "Seed for random offsets and data", Invariant($"{s_defaults.Seed}")),
            (options, seed) => options with { Seed = seed }
        },
    };

    /// <summary>What it is done to.</summary>
    internal static OptionGroup<MeasurementOptions> File { get; } = new("The file")
    {
        {
            Size(
                "--size", "Length to create or extend the file to; only this much of a longer file is used",
                absent: "1GiB if missing, otherwise as it is"),
            (options, size) => options with { Size = size }
        },
        {
            Offset,
            (options, offset) => options with { Offset = offset }
        },
        {
            Word("--preallocate", "HOW", "What a new file holds instead of data", new WordList<FilePreparation>(
                ("none", FilePreparation.None, "empty"),
                ("length", FilePreparation.Length, "a hole"),
                ("reserve", FilePreparation.Reserve, "blocks, unwritten"),
                ("zero", FilePreparation.Zero, "zeros written"))),
            (options, preparation) => options with { Preparation = preparation }
        },
        {
            Word(
                "--precondition", "HOW",
                "Write over the file before the first run, because a fresh device is faster; ends earlier if two parts "
                + "in a row are a fifth slower than the first",
                new WordList<PreconditionOrder>(
                    ("fill", PreconditionOrder.Fill, "in order, requests of 1 MiB"),
                    ("random", PreconditionOrder.Random, "at random, requests as they are measured")),
                "nothing is written"),
            (options, order) => options with
            {
                Precondition = new Precondition(order, options.Precondition?.Most ?? WriteLimit.Usual),
            }
        },
        {
            Most,
            (options, most) => options with
            {
                Precondition = new Precondition(options.Precondition?.Order ?? default, most),
            }
        },
        { SharedOptions.Overwrite(), options => options with { Overwrite = true } },
        {
            Flag("--keep", "Keep a created file even if the run is stopped or fails"),
            options => options with { Keep = true }
        },
    };

    /// <summary>How the command goes about it.</summary>
    internal static OptionGroup<ExperimentRequest> Running { get; } = new("The run")
    {
        {
            Word("--strict", "VERDICT", "End with 7 unless every run has this verdict", Verdicts, "any; --strict alone: device", "device"),
            (request, verdict) => request with { ExpectedVerdict = verdict }
        },
        { SharedOptions.DryRun(), request => request with { ShowPlan = true } },
        {
            Flag("--show-fio", "Print the closest fio command; measure nothing"),
            request => request with { ShowFio = true }
        },
        { Flag("--quiet", "Show no progress"), request => request with { ShowProgress = false } },
    };

    /// <summary>Whether a file that is created is named: without a size, its name may have been misspelt.</summary>
    internal static bool NamesWhatRemains(IGivenOptions words) => !words.Has("--size");

    /// <summary>Refuses what both want standard output.</summary>
    internal static void CheckRunning(IGivenOptions words)
    {
        if (words.IsSet("--dry-run") && words.IsSet("--show-fio"))
        {
            throw UsageError.Of("--dry-run and --show-fio both need standard output; name one of them");
        }
    }

    private static LoadOptions Load(MeasurementOptions options) => options.Load ?? new LoadOptions { Rate = default };

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
