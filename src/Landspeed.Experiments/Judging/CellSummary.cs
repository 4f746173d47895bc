using Landspeed.Experiments.Statistics;
using Landspeed.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>Summarises the runs of one cell.</summary>
public static class CellSummary
{
    // A percentile of few samples is missing, and so is the steady rate of a run that did not become steady. If only
    // some runs have it, the cell does not have it.
    private static readonly Metric[] s_ofAllRuns =
    [
        Metrics.ThroughputSteady,
        Metrics.LatencyP50, Metrics.LatencyP99, Metrics.ResponseP50, Metrics.ResponseP99, Metrics.ResponseP999,
        Metrics.LatenessP99, Metrics.OwnLatenessP99, Metrics.ReadLatencyP50, Metrics.ReadLatencyP99,
        Metrics.ReadResponseP99, Metrics.WriteLatencyP50, Metrics.WriteLatencyP99, Metrics.WriteResponseP99,
    ];

    private static readonly Dictionary<string, int> s_order =
        Metrics.All.Select((metric, index) => (metric.Name, index)).ToDictionary(StringComparer.Ordinal);

    /// <summary>Fills a cell from its runs.</summary>
    /// <param name="cell">The cell before its first run.</param>
    /// <param name="runs">Its runs, by round.</param>
    /// <returns>The cell, done, with metrics, verdicts, findings and runs; failed if a run has failed, or if none
    /// counts; unchanged if there is no run. An interval is over the runs that count and have the metric.</returns>
    /// <remarks>Pure and thread-safe.</remarks>
    public static CellRecord Of(CellRecord cell, IReadOnlyList<RunRecord> runs)
    {
        ArgumentNullException.ThrowIfNull(cell);
        ArgumentNullException.ThrowIfNull(runs);
        if (runs.Count == 0)
        {
            return cell;
        }

        if (runs.FirstOrDefault(run => run.Failure is not null) is { } failed)
        {
            return cell with { State = CellState.Failed, Reason = failed.Failure, Runs = runs };
        }

        if (runs.All(run => run.Invalid is not null))
        {
            return cell with { State = CellState.Failed, Reason = runs[0].Invalid, Runs = runs };
        }

        double?[] rates = [.. runs.Select(run => run.Invalid is null ? run[Metrics.Throughput] : null)];
        RunRecord middle = runs[RunValues.MiddleOf(rates)];
        return cell with
        {
            State = CellState.Done,
            Reason = null,
            Verdicts = new VerdictsRecord(middle.Reads?.Verdict, middle.Writes?.Verdict),
            Metrics = Intervals(runs),
            Findings = RunFindings.Look(runs, rates),
            Runs = runs,
        };
    }

    private static Dictionary<string, IntervalRecord> Intervals(IReadOnlyList<RunRecord> runs)
    {
        var intervals = new Dictionary<string, IntervalRecord>(StringComparer.Ordinal);
        foreach (string name in runs.SelectMany(run => run.Metrics.Keys).Distinct(StringComparer.Ordinal)
            .OrderBy(name => s_order.GetValueOrDefault(name, int.MaxValue)))
        {
            double?[] values = [.. runs.Select(run => run.Invalid is null && run.Metrics.TryGetValue(name, out double value) ? value : (double?)null)];
            bool isWhole = runs.Zip(values).All(pair => pair.First.Invalid is not null || pair.Second is not null);
            if ((isWhole || !Array.Exists(s_ofAllRuns, metric => metric.Name == name)) && RunValues.Interval(values) is { } interval)
            {
                intervals.Add(name, interval);
            }
        }

        return intervals;
    }
}
