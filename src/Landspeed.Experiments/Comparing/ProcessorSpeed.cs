using Landspeed.Experiments.Results;
using Landspeed.Experiments.Results.MetricGroups;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Comparing;

/// <summary>What a slower or faster processor explains, where neighbours share it: a virtual machine's results that were not made in turn cannot tell it from more work.</summary>
/// <remarks>
/// Two threads that share a core have about half of it each, and a virtual machine does not see who has the other half; a neighbour comes and goes within
/// seconds and stays for minutes, so that all runs of one result may meet it and none of the other. docs/decisions/comparing.md has what was measured.
/// </remarks>
internal sealed class ProcessorSpeed
{
    /// <summary>How many times as much processor time the same work takes at most, when a neighbour has the other half of the core.</summary>
    internal const double MostTimes = 2;

    /// <summary>Share of a processor from which on a run waits for nothing else, so that its rate is that of the processor.</summary>
    internal const double BoundShare = 0.8;

    // What one request meets; a slower processor lengthens it even where the rate is a device's.
    private static readonly Metric[] s_latencies = [Metrics.LatencyP50, Metrics.LatencyP99, Metrics.LongestStall];

    private static readonly Metric[] s_costs = [Metrics.CpuPerByte, Metrics.CpuPerRequest, Metrics.Cpu];

    private readonly RatioInterval? _cost;
    private readonly bool _isBound;

    private ProcessorSpeed(RatioInterval? cost, bool isBound) => (_cost, _isBound) = (cost, isBound);

    /// <summary>Looks at a cell of two results.</summary>
    /// <param name="one">The baseline's.</param>
    /// <param name="other">The other's.</param>
    /// <param name="ratioOf">Compares a metric of both; null: one of them has none.</param>
    internal static ProcessorSpeed Of(CellRecord one, CellRecord other, Func<Metric, RatioInterval?> ratioOf) => new(
        s_costs.Select(ratioOf).FirstOrDefault(cost => cost is not null),
        new[] { one, other }.Any(cell => cell[Metrics.Cpu]?.Median >= BoundShare * cell[Metrics.Elapsed]?.Median));

    /// <summary>Whether the processor's speed alone explains that a metric differs.</summary>
    /// <param name="metric">One of which one direction is an improvement.</param>
    /// <param name="ratio">By how much.</param>
    /// <returns>
    /// Processor time: up to twice. Rates and times of what waits for the processor alone, and latencies of anything: when they are worse by no more than
    /// a byte costs more, or better by no more than it costs less. Anything else: never.
    /// </returns>
    internal bool Explains(Metric metric, RatioInterval ratio) => ComparedMetric.GroupOf(metric) switch
    {
        MetricGroup.Cpu => ratio.Ratio is <= MostTimes and >= 1 / MostTimes,
        MetricGroup.Rate => (_isBound || s_latencies.Contains(metric)) && _cost is not null && IsNoFarther(metric.Better == Better.Higher ? 1 / ratio.Ratio : ratio.Ratio),
        _ => false,
    };

    private bool IsNoFarther(double times) => times > 1
        ? _cost!.Ratio > 1 && times <= Math.Min(_cost.High, MostTimes)
        : _cost!.Ratio < 1 && times >= Math.Max(_cost.Low, 1 / MostTimes);
}
