using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Results.Rates;
using static System.FormattableString;

namespace Landspeed.Experiments.Rates;

/// <summary>
/// One case at each of several rates: how long requests take, the more of them there are. Shares are of what the same
/// case does with a full queue, which is measured first.
/// </summary>
/// <param name="options">The case, with its load; the load's rate and the bytes are ignored.</param>
/// <param name="rates">The rates.</param>
/// <param name="limit">The limit of the response time, or null if none is set.</param>
/// <remarks>
/// A file that it creates remains after success; if stopped or failed, it remains only if the options keep it.
/// </remarks>
public sealed class RatesExperiment(MeasurementOptions options, RateList rates, ResponseLimit? limit = null)
    : IExperiment
{
    private readonly LoadOptions _load = options.Load ?? new LoadOptions { Rate = default };
    private readonly MeasurementOptions _full = options with { Bytes = null, Load = null, Part = FilePart.Whole };
    private MeasurementPlan? _file;
    private ExperimentPlan? _plan;
    private volatile FilePreparer? _preparer;

    /// <inheritdoc/>
    public string Word => "measurement";

    private bool IsOfFullRate => rates.Unit == RateUnit.Percent;

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        MeasurementPlan file = _file = MeasurementPlanner.Plan(_full);
        foreach (double value in IsOfFullRate ? [] : rates.Values)
        {
            OptionLimits.Check(At(rates.RateOf(value, fullPerS: 0)));
        }

        int runs = rates.Values.Count * options.Repeat;
        long bytes = MostBytes(file);
        return _plan = new ExperimentPlan
        {
            Preview = ResultPreview.Of(
                (ResultKinds.Measure, ResultKinds.Rates),
                file.Place,
                Setup(file),
                [.. rates.Values.Select(Preview)],
                now),
            Facts =
            [
                .. file.Facts.Where(fact => fact.Label != "bounds"),
                ("rates", rates.Shown(options.MeanRequestSize)
                    + (IsOfFullRate ? ", which is measured first" : string.Empty)),
                ("each", Invariant($"{options.Repeat} of {options.Time.TotalSeconds:0.###} s at each, ")
                    + $"{options.Arrivals.ToWord()}"),
                .. limit is null ? Array.Empty<(string, string)>() : [("within", limit.ToString())],
            ],
            Uses = [(options.Path, "the file to be measured")],
            Remains = file.Remains,
            SpaceNeededBytes = file.SpaceNeededBytes,
            PreparationBytes = file.PreparationBytes,
            ReadBytes = options.Reads ? bytes : 0,
            WriteBytes = options.Writes ? bytes : 0,
            IsLimitedByTime = IsOfFullRate && file.RunBytes is null,
            EstimatedTime = options.Time * (runs + (IsOfFullRate ? 1 : 0))
                * (1 + MeasurementPlanner.WarmUpShare),
            BaselineRunTime = options.Time,
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        MeasurementPlan file = _file!;
        FilePreparer preparer = _preparer = new FilePreparer(file, monitor);
        preparer.Prepare();
        double fullPerS = IsOfFullRate ? FullRate(file, monitor) : 0;
        return
        [
            .. rates.Values.Select(value => new RepeatedCase(
                rates.NameOf(value, options.MeanRequestSize),
                MeasurementPlanner.ForReadyFile(At(rates.RateOf(value, fullPerS)), file))),
        ];
    }

    /// <inheritdoc/>
    public IReadOnlyList<ConclusionRecord> Conclude(IReadOnlyList<CellRecord> cells) =>
        RateConclusions.Of(cells, limit);

    /// <inheritdoc/>
    public void Complete() => _preparer?.Keep();

    /// <inheritdoc/>
    public void CleanUp() => _preparer?.Remove();

    private MeasurementOptions At(LoadRate rate) => _full with { Load = _load with { Rate = rate } };

    private double FullRate(MeasurementPlan file, ProgressMonitor monitor)
    {
        var context = new RunContext(_plan!, monitor, TimeProvider.System);
        var full = new RepeatedCase("full-queue", MeasurementPlanner.ForReadyFile(_full, file));
        RunRecord run = full.Run(0, context);
        return run[Metrics.RequestRate] is { } perS and > 0 ? perS : throw new ExperimentException(
            Outcome.Failed,
            Invariant($"no request ended within {options.Time.TotalSeconds:0.###} s with a full queue: there is no ")
            + "rate of which shares could be measured; measure for a longer time, or name rates in requests");
    }

    private long MostBytes(MeasurementPlan file)
    {
        double all = IsOfFullRate
            ? (file.RunBytes ?? 0.0) * ((rates.Values.Count * options.Repeat) + 1)
            : rates.Values.Sum(value => rates.RateOf(value, fullPerS: 0).RequestsPerS(options.MeanRequestSize))
                * options.MeanRequestSize * options.Time.TotalSeconds * (1 + MeasurementPlanner.WarmUpShare)
                * options.Repeat;
        return (long)Math.Min(long.MaxValue / 2, all);
    }

    private CellRecord Preview(double value) => ResultPreview.Cell(
        rates.NameOf(value, options.MeanRequestSize),
        [(rates.Axis, rates.LabelOf(value, options.MeanRequestSize))]);

    private SetupRecord Setup(MeasurementPlan file)
    {
        var given = new Dictionary<string, string>
        {
            ["operation"] = options.Operation.ToWord(),
            ["mode"] = options.Mode.ToWord(),
            ["engine"] = options.Engine.ToWord(),
            ["request_size_bytes"] = Invariant($"{options.RequestSize}"),
            ["in_flight"] = Invariant($"{options.QueueDepth}"),
            ["threads"] = Invariant($"{options.Threads}"),
            ["distance_pct"] = Invariant($"{options.DistancePct}"),
            ["arrivals"] = options.Arrivals.ToWord(),
            ["when_full"] = _load.WhenFull.ToWord(),
            ["precise"] = options.IsPrecise ? "true" : "false",
            ["time_s"] = Invariant($"{options.Time.TotalSeconds}"),
            ["touch"] = options.Touch ? "true" : "false",
            ["cold"] = options.Cold ? "true" : "false",
            ["flush"] = options.Flush.ToWord(),
        };
        if (options.Mixes)
        {
            given["read_pct"] = Invariant($"{options.ReadPct}");
        }

        if (options.Sizes is { } sizes)
        {
            given["size_shares"] = sizes.ToString();
        }

        if (options.IsReverse)
        {
            given["is_reverse"] = "true";
        }

        if (options.Stride is { } stride)
        {
            given["stride_bytes"] = Invariant($"{stride}");
        }

        if (options.Distribution is { } distribution)
        {
            given["distribution"] = distribution.ToString();
        }

        if (limit is not null)
        {
            given[RateLabels.Percentile] = limit.Percentile.Name;
            given[RateLabels.Limit] = Invariant($"{limit.MostNs:0}");
        }

        return new SetupRecord
        {
            Seed = options.Seed,
            Rounds = options.Repeat,
            Axes = [rates.Axis],
            Options = given,
            Effective = new Dictionary<string, string> { ["file_bytes"] = Invariant($"{file.FileLength}") },
        };
    }
}
