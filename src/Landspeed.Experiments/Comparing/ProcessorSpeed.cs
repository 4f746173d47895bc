using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using Landspeed.Results.MetricGroups;

namespace Landspeed.Experiments.Comparing;

/// <summary>
/// Determines what a slower or faster CPU explains if neighbours share it: results of a virtual machine that were not
/// interleaved cannot distinguish it from more work.
/// </summary>
/// <remarks>
/// Two threads that share a core get about half of it each, and a virtual machine does not see who has the other half;
/// a neighbour comes and goes within seconds and stays for minutes, so that all runs of one result may be affected by
/// it and none of the other. docs/decisions/comparing.md has the measurements.
/// </remarks>
internal sealed class ProcessorSpeed
{
    /// <summary>Maximum factor in CPU time for the same work if a neighbour has the other half of the core.</summary>
    internal const double MostTimes = 2;

    /// <summary>
    /// Share of a CPU from which on a run waits for nothing else, so that its rate is determined by the CPU.
    /// </summary>
    internal const double BoundShare = 0.8;

    // The latency of one request; a slower CPU increases it even if the rate is limited by a device.
    private static readonly Metric[] s_latencies =
    [
        Metrics.LatencyP50, Metrics.LatencyP99, Metrics.ReadLatencyP50, Metrics.ReadLatencyP99, Metrics.WriteLatencyP50,
        Metrics.WriteLatencyP99, Metrics.LongestStall,
    ];

    private static readonly Metric[] s_costs = [Metrics.CpuPerByte, Metrics.CpuPerRequest, Metrics.Cpu];

    private readonly RatioInterval? _cost;
    private readonly bool _isBound;

    private ProcessorSpeed(RatioInterval? cost, bool isBound) => (_cost, _isBound) = (cost, isBound);

    /// <summary>Examines one cell of two results.</summary>
    /// <param name="one">The baseline's cell.</param>
    /// <param name="other">The other's cell.</param>
    /// <param name="ratioOf">Compares a metric of both; returns null if one of them does not have it.</param>
    internal static ProcessorSpeed Of(CellRecord one, CellRecord other, Func<Metric, RatioInterval?> ratioOf) => new(
        s_costs.Select(ratioOf).FirstOrDefault(cost => cost is not null),
        new[] { one, other }.Any(cell => cell[Metrics.Cpu]?.Median >= BoundShare * cell[Metrics.Elapsed]?.Median));

    /// <summary>Tells whether the CPU's speed alone explains the difference of a metric.</summary>
    /// <param name="metric">A metric of which one direction is an improvement.</param>
    /// <param name="ratio">The size of the difference.</param>
    /// <returns>CPU time: up to twice. Rates and times of work that waits only for the CPU, and any latencies: if they
    /// are worse by no more than the increase of the cost per byte, or better by no more than its decrease. Anything
    /// else: never.</returns>
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
