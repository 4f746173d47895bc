using System.Globalization;
using Landspeed.Experiments.Ranks;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Experiments.Measuring;

/// <summary>One case, run as often as requested: an experiment of one cell.</summary>
/// <param name="options">The case.</param>
/// <param name="ranks">The processes that run it together, or null if this one is alone.</param>
/// <remarks>
/// A file that it creates remains after success; if stopped or failed, it remains only if the options keep it.
/// </remarks>
public sealed class MeasureExperiment(MeasurementOptions options, IRanks? ranks = null) : IExperiment
{
    private MeasurementPlan? _plan;
    private volatile FilePreparer? _preparer;

    /// <summary>The case.</summary>
    public MeasurementOptions Options => options;

    /// <inheritdoc/>
    public string Word => "measurement";

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        MeasurementPlan plan = _plan = MeasurementPlanner.Plan(Made);
        long bytes = (long)Math.Min(long.MaxValue / 2, (double)(plan.RunBytes ?? 0) * options.Repeat);
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of(
                (ResultKinds.Measure, null), plan.Place, Setup(plan), [ResultPreview.Cell(CaseName.Of(options, options.Mode), [])], now),
            Facts = [.. plan.Facts],
            Uses = [(Made.Path, "the file to be measured"), .. Journal],
            Remains = plan.Remains,
            SpaceNeededBytes = plan.SpaceNeededBytes,
            PreparationBytes = plan.PreparationBytes + plan.PreconditionBytes,
            ReadBytes = options.Reads ? bytes : 0,
            WriteBytes = options.Writes ? bytes : 0,
            EstimatedTime = plan.RunTime * options.Repeat,
            BaselineRunTime = plan.RunTime,
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        MeasurementPlan plan = _plan!;
        FilePreparer preparer = _preparer = new FilePreparer(plan, monitor);
        if (ranks is null)
        {
            preparer.Prepare();
        }
        else
        {
            plan = new RankedFile(options, ranks, monitor.Stop).Prepare(plan, preparer);
        }

        PreconditionRecord? precondition = options.Precondition is null
            ? null : new Preconditioner(plan, monitor).Write();
        return
        [
            new MeasuredCase(CaseName.Of(options, options.Mode), plan, preparer) { Precondition = precondition },
        ];
    }

    /// <inheritdoc/>
    public void Complete() => _preparer?.Keep();

    /// <inheritdoc/>
    public void CleanUp() => _preparer?.Remove();

    private IEnumerable<(FilePath Path, string Purpose)> Journal => options.Blocks == BlockUse.None ? []
        : [(MeasurementPlanner.JournalOf(options), "the journal of its blocks")];

    // Each of several ranks creates the file of its number, whichever rank reads it.
    private MeasurementOptions Made => options.MadeForAnother is { } own ? options with { Path = own } : options;

    private SetupRecord Setup(MeasurementPlan plan) => new()
    {
        Seed = options.Seed,
        Rounds = options.Repeat,
        Options = new Dictionary<string, string>(Known(
            ("operation", options.Operation.ToWord()),
            ("read_pct", options.HasShares ? Number(options.ReadPct) : null),
            ("mode", options.Mode.ToWord()),
            ("api", options.Api.ToWord()),
            ("engine", options.Engine.ToWord()),
            ("request_size_bytes", Number(options.RequestSize)),
            ("queue_depth", Number(options.QueueDepth)),
            ("size_shares", options.Sizes?.ToString()),
            ("requests_per_s",
                options.Load is { } load ? Number(load.RequestsPerS(options.MeanRequestSize)) : null),
            ("write_requests_per_s", options.Load?.WriteRate is { } writes
                ? Number(writes.RequestsPerS(options.MeanRequestSize)) : null),
            ("arrivals", options.Load is null && options.Think is null ? null : options.Arrivals.ToWord()),
            ("when_full", options.Load?.WhenFull.ToWord()),
            ("think", options.Think?.ToString()),
            ("precise", options.IsPrecise ? "true" : null),
            ("threads", Number(options.Threads)),
            ("distance_pct", Number(options.DistancePct)),
            ("is_reverse", options.IsReverse ? "true" : null),
            ("stride_bytes", options.Stride is { } stride ? Number(stride) : null),
            ("distribution", options.Distribution?.ToString()),
            ("time_s", Number(options.Time.TotalSeconds)),
            ("until", options.Until?.ToString()),
            ("limit_bytes", options.Bytes is { } limit ? Number(limit) : null),
            ("offset_bytes", options.Offset > 0 ? Number(options.Offset) : null),
            ("file_bytes", options.Size is { } size ? Number(size) : null),
            ("preparation", options.Preparation is { } content ? content.ToWord() : null),
            ("precondition", options.Precondition?.ToString()),
            ("anew", options.Anew ? "true" : null),
            ("touch", options.Touch ? "true" : "false"),
            ("blocks", options.Blocks == BlockUse.None ? null : options.Blocks.ToWord()),
            ("cold", options.Cold ? "true" : "false"),
            ("flush", options.Flush.ToWord()),
            ("ranks", options.Part.IsShared ? "share the file" : ranks is null ? null : "one file each"),
            ("segment_bytes", options.Part.SegmentSize > 0 ? Number(options.Part.SegmentSize) : null))),
        Effective = new Dictionary<string, string>(Known(
            ("file_bytes", Number(plan.FileLength)),
            ("limit_bytes", plan.RunBytes is { } bytes ? Number(bytes) : null))),
    };

    private static IEnumerable<KeyValuePair<string, string>> Known(params (string Name, string? Value)[] all) =>
        all.Where(option => option.Value is not null).Select(option => KeyValuePair.Create(option.Name, option.Value!));

    private static string Number<T>(T value)
        where T : IFormattable => value.ToString(null, CultureInfo.InvariantCulture);
}

/// <summary>A case of the engine, or of FileStream, on a file that is ready.</summary>
/// <param name="name">Name of its cell.</param>
/// <param name="plan">The case.</param>
/// <param name="preparer">Fills the file of an extend, or null if one is created for each run.</param>
internal sealed class MeasuredCase(string name, MeasurementPlan plan, FilePreparer? preparer) : ICase
{
    /// <inheritdoc/>
    public string Name => name;

    /// <summary>What was written over the file before, or null.</summary>
    internal PreconditionRecord? Precondition { get; init; }

    /// <inheritdoc/>
    public RunRecord Run(int round, RunContext context) => new MeasurementRun(
        plan, (name, round), preparer ?? new FilePreparer(plan, context.Monitor), context).Execute() with
    {
        Precondition = Precondition,
    };
}
