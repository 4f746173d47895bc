using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Results;
using Landspeed.Results.Zones;
using static System.FormattableString;

namespace Landspeed.Experiments.Zones;

/// <summary>
/// One case in each of several equal parts of a file: the rate over the place. A disk with rotating platters is up to
/// twice as fast at its outer tracks, where its addresses begin.
/// </summary>
/// <param name="options">The case, read or write; bytes and part are set by the zones, and ignored here.</param>
/// <param name="zones">Number of zones, 2 to 1,000.</param>
/// <remarks>
/// A file that it creates remains after success; if stopped or failed, it remains only if the options keep it.
/// </remarks>
public sealed class ZonesExperiment(MeasurementOptions options, int zones) : IExperiment
{
    private readonly MeasurementOptions _work = options with { Bytes = null, Part = FilePart.Whole };
    private MeasurementPlan? _file;
    private volatile FilePreparer? _preparer;

    /// <inheritdoc/>
    public string Word => "measurement";

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        MeasurementPlan file = _file = MeasurementPlanner.Plan(_work);
        CheckZones(file);
        Zone[] all = [.. Enumerable.Range(0, zones).Select(index => Zone.Of(file, zones, index))];
        int runs = zones * options.Repeat;
        long? runBytes = ZonePlan(file, 0).RunBytes / zones;
        long bytes = (long)Math.Min(long.MaxValue / 2, (runBytes ?? 0.0) * runs);
        bool reads = options.Operation == MeasuredOperation.Read;
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of(
                (ResultKinds.Measure, ResultKinds.Zones), file.Place, Setup(file), [.. all.Select(Preview)], now),
            Facts =
            [
                .. file.Facts.Where(fact => fact.Label != "bounds"),
                ("zones", Invariant($"{zones} of {new ByteCount(all[0].Length).ToDisplay()}; ")
                    + Invariant($"{options.Repeat} runs of {options.Time.TotalSeconds:0.###} s in each")),
            ],
            Uses = [(options.Path, "the file to be measured")],
            Remains = file.Remains,
            SpaceNeededBytes = file.SpaceNeededBytes,
            PreparationBytes = file.PreparationBytes,
            ReadBytes = reads ? bytes : 0,
            WriteBytes = reads ? 0 : bytes,
            IsLimitedByTime = runBytes is null,
            EstimatedTime = options.Time * runs * (1 + MeasurementPlanner.WarmUpShare),
            BaselineRunTime = options.Time,
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        MeasurementPlan file = _file!;
        FilePreparer preparer = _preparer = new FilePreparer(file, monitor);
        preparer.Prepare();
        ExtentMap? map = Map();
        return
        [
            .. Enumerable.Range(0, zones).Select(index =>
            {
                Zone zone = Zone.Of(file, zones, index);
                return new ZoneCase(zone.Name, ZonePlan(file, index), zone.PlaceIn(map));
            }),
        ];
    }

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) =>
        ZoneConclusions.Of(cells, options.Operation);

    /// <inheritdoc/>
    public void Complete() => _preparer?.Keep();

    /// <inheritdoc/>
    public void CleanUp() => _preparer?.Remove();

    private MeasurementPlan ZonePlan(MeasurementPlan file, int index) =>
        MeasurementPlanner.ForReadyFile(_work with { Part = new FilePart(index, zones) }, file);

    private void CheckZones(MeasurementPlan file)
    {
        if (file.RequestCount / zones / options.Threads < 1)
        {
            throw new ExperimentException(
                Outcome.Usage,
                Invariant($"{zones} zones of {new ByteCount(file.FileLength).ToDisplay()} are too small for ")
                + Invariant($"{AmountText.Count(options.Threads, "thread")} with requests of ")
                + $"{new ByteCount(options.RequestSize).ToDisplay()}: use fewer zones or a larger file");
        }
    }

    // Where the zones are on the device; null: the file system does not report it.
    private ExtentMap? Map()
    {
        using StorageFile file = StorageFile.Open(options.Path, new StorageFileOptions());
        return ExtentMap.TryRead(file, ExtentQuery.WriteBackFirst, out ExtentMap? map, out _) ? map : null;
    }

    private static CellRecord Preview(Zone zone) => ResultPreview.Cell(
        zone.Name,
        [
            (ZoneLabels.Axis, Invariant($"{zone.Offset}")),
            (ZoneLabels.Length, Invariant($"{zone.Length}")),
        ]);

    private SetupRecord Setup(MeasurementPlan file) => new()
    {
        Seed = options.Seed,
        Rounds = options.Repeat,
        Axes = [ZoneLabels.Axis],
        Options = new Dictionary<string, string>
        {
            [ZoneLabels.Zones] = Invariant($"{zones}"),
            [ZoneLabels.Operation] = options.Operation.ToWord(),
            ["mode"] = options.Mode.ToWord(),
            ["engine"] = options.Engine.ToWord(),
            [ZoneLabels.RequestSize] = Invariant($"{options.RequestSize}"),
            [ZoneLabels.QueueDepth] = Invariant($"{options.QueueDepth}"),
            [ZoneLabels.Threads] = Invariant($"{options.Threads}"),
            ["distance_pct"] = Invariant($"{options.DistancePct}"),
            ["time_s"] = Invariant($"{options.Time.TotalSeconds}"),
            ["touch"] = options.Touch ? "true" : "false",
            ["cold"] = options.Cold ? "true" : "false",
            ["flush"] = options.Flush.ToWord(),
        },
        Effective = new Dictionary<string, string> { ["file_bytes"] = Invariant($"{file.FileLength}") },
    };
}
