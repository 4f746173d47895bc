using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Layers;

/// <summary>What a layer adds to the one below; a pure function of their cells.</summary>
internal sealed record LayerStep
{
    /// <summary>The layer.</summary>
    internal required Layer Layer { get; init; }

    /// <summary>Its cell.</summary>
    internal required CellRecord Cell { get; init; }

    /// <summary>The cell of the layer below, or null if there is none.</summary>
    internal CellRecord? Over { get; init; }

    /// <summary>Why its cell does not match its name, or has no cost; null if neither applies.</summary>
    internal string? Obstacle { get; init; }

    /// <summary>Whether the same applies to the layer below: then what this one adds is unknown.</summary>
    internal bool IsBlocked { get; init; }

    /// <summary>
    /// Its CPU time per byte compared with that of the layer below, or null if there is none below, or it is unknown.
    /// </summary>
    internal Difference? Cpu => Against(Metrics.CpuPerByte);

    /// <summary>The same for elapsed time.</summary>
    internal Difference? Time => Against(Metrics.ElapsedPerByte);

    /// <summary>Whether what it adds is known, within the spread of the runs.</summary>
    internal bool IsKnown => Obstacle is null && !IsBlocked;

    /// <summary>Returns the steps of all layers that have cells.</summary>
    internal static IReadOnlyList<LayerStep> Of(IReadOnlyList<CellRecord> cells)
    {
        Dictionary<string, CellRecord> byName = cells.ToDictionary(cell => cell.Name, StringComparer.Ordinal);
        return
        [
            .. Layer.All.Where(layer => byName.ContainsKey(layer.Name)).Select(layer =>
            {
                CellRecord? over = layer.Over is { } name ? byName.GetValueOrDefault(name) : null;
                return new LayerStep
                {
                    Layer = layer,
                    Cell = byName[layer.Name],
                    Over = over,
                    Obstacle = ObstacleOf(layer, byName[layer.Name]),
                    IsBlocked = layer.Over is not null && (over is null || ObstacleOf(Layer.Of(over), over) is not null),
                };
            }),
        ];
    }

    /// <summary>
    /// Returns what the layer adds to a cost: the interval is between the differences of the intervals' ends; null if
    /// unknown.
    /// </summary>
    internal IntervalRecord? Added(Metric metric)
    {
        if (!IsKnown || Cell[metric] is not { } whole)
        {
            return null;
        }

        return Over is null ? whole : Over[metric] is { } below ? Minus(whole, below) : null;
    }

    /// <summary>Returns the cell with what its layer adds.</summary>
    internal CellRecord Compared()
    {
        (Metric Metric, IntervalRecord? Added)[] added =
        [
            (Metrics.AddedCpuPerByte, Added(Metrics.CpuPerByte)),
            (Metrics.AddedCyclesPerByte, Added(Metrics.CyclesPerByte)),
            (Metrics.AddedElapsedPerByte, Added(Metrics.ElapsedPerByte)),
        ];
        (string Name, string? Value)[] told =
        [
            (LayerLabels.CpuTold, added[0].Added is null ? null : Word(Cpu)),
            (LayerLabels.TimeTold, added[2].Added is null ? null : Word(Time)),
        ];
        return Cell with
        {
            Metrics = new Dictionary<string, IntervalRecord>(
                [.. Cell.Metrics, .. added.Where(one => one.Added is not null).Select(one => KeyValuePair.Create(one.Metric.Name, one.Added!))],
                StringComparer.Ordinal),
            Labels = new Dictionary<string, string>(
                [.. Cell.Labels, .. told.Where(one => one.Value is not null).Select(one => KeyValuePair.Create(one.Name, one.Value!))],
                StringComparer.Ordinal),
        };
    }

    // A cost below the clock's resolution has no ratio to others.
    private static string? ObstacleOf(Layer layer, CellRecord cell) => cell switch
    {
        { State: CellState.Pending } => "was not measured",
        { State: CellState.Skipped } => $"was skipped{Because(cell)}",
        { State: CellState.Failed } => $"failed{Because(cell)}",
        _ when FellBack(cell) is { } reason => reason,
        _ when layer.Expected is { } expected && (cell.Verdicts.Read ?? cell.Verdicts.Write) != expected =>
            $"has the verdict {(cell.Verdicts.Read ?? cell.Verdicts.Write).ToWord()}, not {expected.ToWord()}",
        _ when cell[Metrics.CpuPerByte] is not { Median: > 0 } || cell[Metrics.ElapsedPerByte] is not { Median: > 0 } =>
            "was too short to measure its CPU time",
        _ => null,
    };

    private static string Because(CellRecord cell) => string.IsNullOrEmpty(cell.Reason) ? string.Empty : $": {cell.Reason}";

    private static string? FellBack(CellRecord cell) => cell.Runs.Select(run => run.Case).OfType<CaseSection>()
        .Where(one => one.Effective.Mode != one.Requested.Mode)
        .Select(one => $"was {one.Effective.Mode}: {(one.Fallbacks.Count > 0 ? one.Fallbacks[0] : "the reason is unknown")}").FirstOrDefault();

    private static string Word(Difference? difference) => difference?.Kind switch
    {
        null or DifferenceKind.More => LayerLabels.More,
        DifferenceKind.Less => LayerLabels.Less,
        DifferenceKind.Equal => LayerLabels.Equal,
        _ => LayerLabels.Inconclusive,
    };

    private static IntervalRecord Minus(IntervalRecord one, IntervalRecord other)
    {
        double median = one.Median - other.Median;
        (double min, double max) = (one.Min - other.Max, one.Max - other.Min);
        return new IntervalRecord
        {
            Runs = Math.Min(one.Runs, other.Runs),
            Median = median,
            Low = one.Low - other.High,
            High = one.High - other.Low,
            ConfidencePct = one.ConfidencePct < other.ConfidencePct ? one.ConfidencePct : other.ConfidencePct,
            Min = min,
            Max = max,
            SpreadPct = median == 0 ? 0 : (max - min) / Math.Abs(median) * 100,
            OutlierRuns = [],
        };
    }

    private Difference? Against(Metric metric) =>
        IsKnown && Over?[metric] is { } below && Cell[metric] is { } whole ? Difference.Of(whole, below) : null;
}
