using System.Globalization;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Layers;

/// <summary>
/// One case at five depths: with an engine that does nothing, with memory, with the page cache, and with the device
/// through the page cache and directly. The difference in cost between two layers is the price of what is between them.
/// </summary>
/// <param name="options">The case, read or write, with one thread; mode, API, flush, cold and preparation are set by
/// the layers, and ignored here.</param>
/// <remarks>
/// A file that it creates remains after success; if stopped or failed, it remains only if the options keep it.
/// </remarks>
public sealed class LayersExperiment(MeasurementOptions options) : IExperiment
{
    private readonly MeasurementOptions _work = options with { Threads = 1, Api = FileApi.Engine, Mode = IoMode.Direct, RequireMode = false };
    private MeasurementPlan? _file;
    private volatile FilePreparer? _preparer;
    private IReadOnlyList<LayerCase> _cases = [];

    /// <inheritdoc/>
    public string Word => "measurement";

    /// <inheritdoc/>
    public IEnumerable<ICase> WarmUps => _cases.Select(one => one.WarmUp());

    /// <summary>
    /// Returns the verdict that a cell must have to match its layer's name, or null if it moves no byte of a file.
    /// </summary>
    /// <param name="cell">A cell of such a measurement.</param>
    public static Verdict? ExpectedVerdict(CellRecord cell) => Layer.Of(cell).Expected;

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        MeasurementPlan file = _file = MeasurementPlanner.Plan(_work with { Size = Range(), Time = options.Time });
        var bounds = new LayerBounds(file, options);
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of((ResultKinds.Measure, ResultKinds.Layers), file.Place, Setup(file), [.. Layer.All.Select(Preview)], now),
            Facts =
            [
                .. file.Facts.Where(fact => fact.Label is "file" or "engine"),
                ("work", bounds.Work),
                ("layers", bounds.Layers),
            ],
            Uses = [(options.Path, "the file to be measured")],
            Remains = file.Remains,
            SpaceNeededBytes = file.SpaceNeededBytes,
            PreparationBytes = file.PreparationBytes,
            ReadBytes = bounds.ReadBytes,
            WriteBytes = bounds.WriteBytes,
            EstimatedTime = bounds.Time,
            BaselineRunTime = options.Time,
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        MeasurementPlan file = _file!;
        FilePreparer preparer = _preparer = new FilePreparer(file, monitor);
        preparer.Prepare();
        return _cases =
        [
            .. Layer.All.Select(layer => new LayerCase(
                layer, MeasurementPlanner.ForReadyFile(layer.Case(_work, file.FileLength), file.FileLength, file.Place))),
        ];
    }

    /// <inheritdoc/>
    public IReadOnlyList<CellRecord> Compare(IReadOnlyList<CellRecord> cells) => [.. LayerStep.Of(cells).Select(step => step.Compared())];

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) => LayerConclusions.Of(cells, options.Operation);

    /// <inheritdoc/>
    public void Complete() => _preparer?.Keep();

    /// <inheritdoc/>
    public void CleanUp() => _preparer?.Remove();

    // Of a longer file the first part: all of it must fit in the page cache.
    private long? Range() => options.Size is null && NativePlatform.Files.StatusOf(options.Path, out FileStatus status).Succeeded
        && status is { Kind: FileKind.Regular, Length: > MeasurementPlanner.DefaultFileLength }
        ? MeasurementPlanner.DefaultFileLength
        : options.Size;

    private static CellRecord Preview(Layer layer) => ResultPreview.Cell(
        layer.Name,
        [
            (LayerLabels.Axis, layer.Name),
            .. layer.Over is { } over ? [(LayerLabels.Over, over)] : Array.Empty<(string, string)>(),
            (LayerLabels.Adds, layer.Adds),
        ]);

    private SetupRecord Setup(MeasurementPlan file)
    {
        var given = new Dictionary<string, string>
        {
            [LayerLabels.Operation] = options.Operation.ToWord(),
            ["engine"] = options.Engine.ToWord(),
            [LayerLabels.RequestSize] = Number(options.RequestSize),
            [LayerLabels.QueueDepth] = Number(options.QueueDepth),
            [LayerLabels.Distance] = Number(options.DistancePct),
            ["time_s"] = Number(options.Time.TotalSeconds),
            ["touch"] = options.Touch ? "true" : "false",
        };
        if (options.Bytes is { } bytes)
        {
            given["limit_bytes"] = Number(bytes);
        }

        return new SetupRecord
        {
            Seed = options.Seed,
            Rounds = options.Repeat,
            Axes = [LayerLabels.Axis],
            Options = given,
            Effective = new Dictionary<string, string>
            {
                [LayerLabels.FileBytes] = Number(file.FileLength),
                [LayerLabels.MemoryBytes] = Number(EngineWorker.CopiedBytes(file.FileLength, (int)options.RequestSize)),
            },
        };
    }

    private static string Number<T>(T value)
        where T : IFormattable => value.ToString(null, CultureInfo.InvariantCulture);
}

/// <summary>The maximum amounts that the layers move, and their approximate time on a device of 1 GB/s.</summary>
/// <param name="file">The file.</param>
/// <param name="options">The case.</param>
internal sealed class LayerBounds(MeasurementPlan file, MeasurementOptions options)
{
    private const double AssumedBytesPerS = 1e9; // mentioned wherever the estimate is printed
    private const double OverheadS = 0.1; // opening, mapping memory, dropping, starting and ending a run
    private const double AroundS = 1; // examining the machine, the idle baseline, ending
    private const int DeviceLayers = 2;

    private long PassBytes => Math.Min(file.FileLength, options.Bytes ?? file.FileLength);

    private bool Reads => options.Operation == MeasuredOperation.Read;

    // Includes the unrecorded runs before the first round.
    private int Rounds => options.Repeat + 1;

    /// <summary>What all of them do, for display.</summary>
    internal string Work => string.Create(
        CultureInfo.InvariantCulture,
        $"{options.Operation.ToWord()}, requests of {new ByteCount(options.RequestSize).ToDisplay()}, queue depth {options.QueueDepth}, 1 thread, "
        + $"distance {options.DistancePct} %, within {new ByteCount(file.FileLength).ToDisplay()}");

    /// <summary>How the layers differ, for display.</summary>
    internal string Layers => string.Create(
        CultureInfo.InvariantCulture,
        $"null engine, memory ({new ByteCount(EngineWorker.CopiedBytes(file.FileLength, (int)options.RequestSize)).ToDisplay()} "
        + $"{(Reads ? "copied from" : "copied to")}) and page cache {options.Time.TotalSeconds:0.###} s each; "
        + $"the device {options.Time.TotalSeconds:0.###} s or {new ByteCount(PassBytes).ToDisplay()}, whichever comes first");

    /// <summary>
    /// Maximum number of bytes read from the device, including warm-ups: into the page cache once per round, and by the
    /// layers of the device.
    /// </summary>
    internal long ReadBytes => Bytes(Rounds * ((double)file.FileLength + (Reads ? DeviceLayers * 2.0 * PassBytes : 0)));

    /// <summary>
    /// Maximum number of bytes written to the device: pages rewritten in the page cache are written back once per run,
    /// and once after its warm-up.
    /// </summary>
    internal long WriteBytes => Reads ? 0 : Bytes(Rounds * ((2.0 * file.FileLength) + (DeviceLayers * 2.0 * PassBytes)));

    /// <summary>Its approximate duration.</summary>
    internal TimeSpan Time
    {
        get
        {
            double time = options.Time.TotalSeconds;
            double pass = PassBytes / AssumedBytesPerS;
            double file1 = file.FileLength / AssumedBytesPerS;
            double memory = 3 * time * (1 + MeasurementPlanner.WarmUpShare);
            double device = DeviceLayers * (Math.Min(time, pass) + Math.Min(Math.Min(time, 1), pass));
            double round = memory + file1 + device + (Layer.All.Count * OverheadS);
            return TimeSpan.FromSeconds(Math.Round(AroundS + (file.PreparationBytes / AssumedBytesPerS) + (options.Repeat * round) + file1));
        }
    }

    private static long Bytes(double bytes) => (long)Math.Min(long.MaxValue / 2, bytes);
}
