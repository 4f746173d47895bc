using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Fio;
using Landspeed.Cli.Jobs;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Ranks;
using Landspeed.Experiments.Rounds;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>measure</c>: one case on one file.</summary>
internal sealed class MeasureVerb(
    Terminal terminal, Composition composition, Func<string[], int> command) : Verb(
    "measure", "Measure a case on a file: throughput, latency, CPU cost, verdict.")
{
    private static readonly string[] s_operations = ["--read", "--write", "--extend", "--mix"];
    private static readonly string[] s_sizes = ["--request-size", MeasureGroups.Sizes.Name];
    private static readonly MeasurementOptions s_defaults = new() { Path = FilePath.FromText(".") };

    private static readonly string[] s_notOfCheck =
    [
        "--verify-blocks", "--write", "--extend", "--mix", "--order", "--distance", "--places", "--sizes",
        "--stride", "--think", "--rate", "--rates",
        "--bytes", "--until", "--repeat", "--touch", "--size", "--offset", "--preallocate",
        "--precondition",
    ];

    // What a job of fio does not say.
    private static readonly OptionGroup[] s_besidesJobs =
    [
        MeasureGroups.Bounds.Only("--repeat", "--seed"), MeasureGroups.File.Only("--overwrite", "--keep"),
        MeasureGroups.Running,
    ];

    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.ResultsWithHdr();

    /// <inheritdoc/>
    internal override string Details =>
        "Also requests per second and CPU per byte; the verdict says where the bytes came from: device, cache or holes.";

    /// <inheritdoc/>
    internal override Operand Operand => new("The file; created if missing.", ValueForm.File);

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups =>
    [
        MeasureGroups.Work, MeasureGroups.Blocks, MeasureGroups.AtRate, MeasureGroups.Bounds, MeasureGroups.File,
        JobsRequest.Group, JobListRequest.Group, RankedCase.Group, _results, MeasureGroups.Running,
    ];

    /// <inheritdoc/>
    internal override bool KnowsRanks => true;

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Mark, UsualFiles.Blocks, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["sweep", "report", "doctor"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed measure big.dat", "creates big.dat if missing, reads it with direct I/O"),
        new("landspeed measure big.dat --mode buffered --cold", "through the page cache, from the device"),
        new("landspeed measure big.dat --request-size 4K --queue-depth 32 --order random"),
        new(
            "landspeed measure big.dat --rate 2000/s --request-size 4K --order random",
            "how late requests are at that rate"),
        new(
            "landspeed measure big.dat --rates 10%..100% --within p99=5ms --html rates.html",
            "the highest rate at which 99 of 100 requests are done in 5 ms"),
        new(
            "landspeed measure big.dat --mix 70:30 --request-size 4K --order random",
            "reads and writes at the same time, each with its own times and verdict"),
        new(
            "landspeed measure big.dat --write --until steady --time 30m",
            "writes until the rate no longer changes, and says when that was"),
        new(
            "landspeed measure big.dat --write --precondition fill --until steady",
            "writes until the disk is slower than when fresh, and only then measures"),
        new(
            "landspeed measure big.dat --write --verify-blocks --flush each",
            "writes blocks that prove themselves; after a crash, --check tells which are missing"),
        new("landspeed measure big.dat --check", "tells whether each block holds what was acknowledged as durable"),
        new("landspeed measure --fio nightly.fio", "the jobs of a fio job file, with verdicts"),
        new("landspeed measure --fio nightly.fio --show", "the same jobs as commands of landspeed"),
        new("landspeed measure big.dat --diskspd '-b8K -o4 -t8 -r -w30 -d60 -Sh'"),
        new("landspeed measure --jobs jobs.txt", "several commands of measure at the same time"),
        new("landspeed measure big.dat --layers --html layers.html", "what loop, copy, page cache and device cost per byte"),
        new("landspeed measure big.dat --zones 16 --html zones.html", "the rate over the place in the file"),
        new("landspeed measure new.dat --extend --size 10G --flush end --json result.json"),
        new("mpirun -n 4 landspeed measure /scratch/data-{rank} --shift", "four ranks, each reads another rank's file"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With(
        (4, "blocks do not hold what was acknowledged as durable"),
        (5, "the file shrank during the run"),
        (7, "a verdict that --strict does not accept"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        MeasureGroups.CheckRunning(words);
        if (JobsRequest.Of(words, this, s_besidesJobs, _results) is { } jobs)
        {
            CheckAlone(jobs.Path is null ? JobsRequest.Diskspd : JobsRequest.Fio);
            return new JobsCall(terminal, composition, command).Execute(jobs);
        }

        if (JobListRequest.Of(words, this, _results) is { } list)
        {
            CheckAlone(JobListRequest.Option);
            return new JobsAtOnce(terminal, composition).Execute(list);
        }

        string? series = MeasuredSeries.Of(words);
        if (series is not null)
        {
            MeasuredSeries.Check(series, words);
        }

        MeasurementOptions options = Case(words);
        CheckFileStream(options, words);
        Check(options, words);
        if (series is not null)
        {
            CheckAlone(series);
            ResultOutputs outputs = _results.Read(words, new ResultOutputs());
            return new ExperimentCall(terminal, composition).Execute(
                MeasuredSeries.Request(series, words, options, outputs));
        }

        MeasuringRanks? ranks = MeasuringRanks.Of(composition.Rank, NativePlatform.Host.RandomNumber());
        options = RankedCase.Of(options, words, words.Operands()[0], composition.Rank);
        var request = new ExperimentRequest
        {
            Task = new ExperimentTask
            {
                Experiment = new MeasureExperiment(options, ranks),
                Ranks = ranks ?? (IRanks?)composition.Seat,
            },
            Outputs = _results.Read(words, new ResultOutputs()),
            NamesWhatRemains = MeasureGroups.NamesWhatRemains(words),
        };
        return new ExperimentCall(terminal, composition).Execute(MeasureGroups.Running.Read(words, request));
    }

    private void CheckAlone(string option)
    {
        if (!composition.Rank.IsAlone)
        {
            throw UsageError.Of($"{option} measures on one machine, but an MPI launcher started several ranks; "
                + "start it without the launcher");
        }
    }

    private static MeasurementOptions Case(GivenWords words)
    {
        CheckOneOf(words);
        CheckRate(words);
        CheckBlocks(words);
        if (words.Has(MeasureGroups.Most.Name) && !words.Has("--precondition"))
        {
            throw UsageError.Of(
                $"{MeasureGroups.Most.Name} limits what is written before the measurement; give --precondition, too");
        }

        OptionGroup<MeasurementOptions>[] groups =
        [
            MeasureGroups.Work, MeasureGroups.Blocks, MeasureGroups.AtRate, MeasureGroups.Bounds, MeasureGroups.File,
        ];
        MeasurementOptions options = groups.Aggregate(
            s_defaults with { Path = File(words) }, (read, group) => group.Read(words, read));
        CheckDistance(words, options);
        bool isFileStream = options.Api == FileApi.FileStream;
        bool isBounded = options.Bytes is not null || options.Operation == MeasuredOperation.Extend
            || options.Blocks == BlockUse.Check;
        return options with
        {
            Mode = isFileStream && !words.Has("--mode") ? IoMode.Buffered : options.Mode,
            RequireMode = (isFileStream && !words.Has("--mode")) || options.RequireMode,
            QueueDepth = Depth(options, words),
            Time = words.Has("--time") ? options.Time
                : isBounded ? Values.LongestTime
                : options.Until?.UsualTime ?? options.Time,
        };
    }

    private static int Depth(MeasurementOptions options, GivenWords words) =>
        words.Has("--queue-depth") || words.Has(MeasureGroups.InFlight.Name) ? options.QueueDepth
        : options.Api == FileApi.FileStream || options.Engine == EngineChoice.Synchronous ? 1
        : options.Load is null ? options.QueueDepth
        : LoadOptions.DefaultInFlight(
            options.RequestSize * options.BuffersPerRequest, options.Threads);

    private static FilePath File(GivenWords words)
    {
        string hint = words.Operands().Any(MeasureGroups.Verdicts.Has)
            ? "attach a verdict with =: --strict=cache"
            : "measure takes one at a time";
        return Values.Path("FILE", RankedCase.NameOf(words.Operand("file", "no file named; for example: landspeed measure big.dat", hint)!, rank: 0));
    }

    private static void CheckOneOf(GivenWords words)
    {
        foreach (string[] oneOf in new[] { s_operations, s_sizes })
        {
            string[] given = [.. oneOf.Where(words.Has)];
            if (given.Length > 1)
            {
                throw UsageError.Of($"{string.Join(" and ", given)} cannot be combined; name one");
            }
        }
    }

    private static void CheckRate(GivenWords words)
    {
        string? given = words.Has(MeasureGroups.Rate.Name) ? MeasureGroups.Rate.Name
            : words.Has(MeasureGroups.Rates.Name) ? MeasureGroups.Rates.Name : null;
        if (words.Has(MeasureGroups.Within.Name) && !words.Has(MeasureGroups.Rates.Name))
        {
            throw UsageError.Of($"{MeasureGroups.Within.Name} compares several rates; use {MeasureGroups.Rates.Name}");
        }

        bool thinks = words.Has(MeasureGroups.Think.Name);
        if (given is not null && thinks)
        {
            throw UsageError.Of(
                $"{MeasureGroups.Think.Name} makes pauses between requests, but with {given} they start when they are "
                + "due; leave one of them out");
        }

        VerbOption[] ofBoth = [MeasureGroups.Arrivals, MeasureGroups.Precise];
        if (given is null && words.FirstOf(MeasureGroups.AtRate.Options.Except(thinks ? ofBoth : [])) is { } needless)
        {
            throw UsageError.Of(ofBoth.Any(option => option.Name == needless)
                ? $"{needless} is about when requests start; give {MeasureGroups.Rate.Name} or "
                    + $"{MeasureGroups.Think.Name}, too"
                : $"{needless} is about requests at a rate; give {MeasureGroups.Rate.Name}, too");
        }

        if (given is not null && words.Has("--queue-depth"))
        {
            throw UsageError.Of(
                $"--queue-depth keeps a queue full, but with {given} requests start when they are "
                + $"due; use {MeasureGroups.InFlight.Name} for the most in flight");
        }
    }

    private static void CheckBlocks(GivenWords words)
    {
        if (words.IsSet("--check"))
        {
            string? other = s_notOfCheck.FirstOrDefault(words.Has);
            if (other is not null)
            {
                throw UsageError.Of(
                    $"--check reads the whole file once, in order, and as fast as it can; leave {other} out");
            }
        }
        else if (words.Has("--block-journal") && !words.IsSet("--verify-blocks"))
        {
            throw UsageError.Of(
                "--block-journal is about blocks that prove themselves; give --verify-blocks or --check, too");
        }
    }

    private static void CheckDistance(GivenWords words, MeasurementOptions options)
    {
        double? order = words.Text("--order") is { } word ? word.Equals("random", StringComparison.OrdinalIgnoreCase) ? 100 : 0 : null;
        if (words.Has("--distance") && order is { } named && named != options.DistancePct)
        {
            throw UsageError.Of(
                $"--order {words.Text("--order")} and --distance {words.Text("--distance")} contradict each other; name one");
        }

        double? distance = words.Text("--distance") is { } percent ? Values.Percent("--distance", percent) : null;
        if (options.Distribution is not null && (order is < 100 || distance is < 100))
        {
            string place = order is < 100 ? "--order" : "--distance";
            throw UsageError.Of(
                $"--places is about requests anywhere in the file, but {place} {words.Text(place)} asks for "
                + "another order; leave it out");
        }
    }

    private static void Check(MeasurementOptions options, GivenWords words)
    {
        bool reads = !options.Writes;
        string? contradiction = options switch
        {
            { Engine: EngineChoice.Synchronous, QueueDepth: > 1 } => Invariant(
                $"{(options.Load is null ? "--queue-depth" : MeasureGroups.InFlight.Name)} {options.QueueDepth} needs ") +
                Invariant($"more than one request in flight, but --engine synchronous has one; ") +
                "allowed: 1, or --engine threads",
            { Load.WriteRate: not null } when s_operations.FirstOrDefault(words.Has) is { } operation =>
                $"{MeasureGroups.Rate.Name} {words.Text(MeasureGroups.Rate.Name)} reads and writes, each at its rate; "
                + $"leave out {operation}",
            { Load.WriteRate: not null, QueueDepth: 1 } =>
                $"{MeasureGroups.Rate.Name} {words.Text(MeasureGroups.Rate.Name)} needs a request in flight that reads "
                + $"and one that writes; allowed: {MeasureGroups.InFlight.Name} 2 or more, and another engine than "
                + "synchronous",
            _ when reads && words.Has("--flush") =>
                "--flush makes writes durable, but this is a read; use it with --write, --mix or --extend",
            _ when options.Reads && options.Preparation == FilePreparation.None =>
                "--preallocate none creates an empty file, which has nothing to read; allowed for reads: length, reserve, zero",
            _ when options.Size < options.RequestSize =>
                $"{(options.Sizes is null ? "--request-size" : "of --sizes")} {Shown.Size(options.RequestSize)} " +
                "is larger than the file, --size " +
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
            { Mode: not IoMode.Buffered } => $"is buffered, but --mode asks for {words.Text("--mode")}; use --mode buffered",
            { Load: not null } =>
                $"waits for each request, but {MeasureGroups.Rate.Name} starts them when they are due; leave it out",
            { QueueDepth: not 1 } =>
                $"has one request in flight, but --queue-depth asks for {words.Text("--queue-depth")}; use --queue-depth 1",
            { Threads: not 1 } => $"has one cursor, but --threads asks for {words.Text("--threads")}; use --threads 1",
            { Mixes: true } =>
                "reads or writes, but --mix asks for both at once; use --read or --write",
            { Sizes: not null } => "has requests of one size, but --sizes names several; use --request-size",
            { DistancePct: not 0 } =>
                $"goes through the file in order, but {PlaceOption(words)} " +
                "asks for another order; leave it out",
            { Think: not null } =>
                $"starts the next request at once, but {MeasureGroups.Think.Name} asks for pauses; leave it out",
            { Touch: true } => "only moves the bytes, but --touch inspects them; leave it out",
            _ when words.Has("--engine") => "uses no engine, but --engine names one; leave it out",
            { Flush: FlushPolicy.Each } => "collects small writes, but --flush each makes each of them durable; use --flush end",
            _ => null,
        };
        if (contradiction is not null)
        {
            throw UsageError.Of($"--api filestream {contradiction}, or --api engine");
        }
    }

    private static string PlaceOption(GivenWords words) =>
        words.Has("--places") ? "--places" : words.Has("--order") ? "--order random" : "--distance";

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
