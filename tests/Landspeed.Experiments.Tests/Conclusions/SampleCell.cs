using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

/// <summary>Made-up cells.</summary>
internal static class SampleCell
{
    /// <summary>A cell that is done, of the device, and has no metric yet.</summary>
    public static CellRecord Done(string name, params (string Axis, string Value)[] labels) => ResultPreview.Cell(name, labels) with
    {
        State = CellState.Done,
        Verdicts = new VerdictsRecord(Verdict.Device, Verdict.Device),
    };

    /// <summary>The same with a metric over some runs; over none: without it.</summary>
    public static CellRecord With(this CellRecord cell, Metric metric, params double[] runs)
    {
        var metrics = new Dictionary<string, IntervalRecord>(cell.Metrics);
        metrics.Remove(metric.Name);
        return cell with { Metrics = runs.Length == 0 ? metrics : new(metrics) { [metric.Name] = MedianInterval.Of(runs) } };
    }

    /// <summary>The same with another verdict of reads and writes.</summary>
    public static CellRecord Of(this CellRecord cell, Verdict? verdict) => cell with { Verdicts = new VerdictsRecord(verdict, verdict) };

    /// <summary>Five runs that hardly spread.</summary>
    public static double[] Quiet(double value) => [value * 0.998, value * 0.999, value, value * 1.001, value * 1.002];
}
