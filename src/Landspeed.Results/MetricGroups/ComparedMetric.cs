using Landspeed.Results.Comparing;

namespace Landspeed.Results.MetricGroups;

/// <summary>What a metric measures, and what its improvement is called.</summary>
public static class ComparedMetric
{
    private static readonly Metric[] s_rates =
    [
        Metrics.ThroughputSteady, Metrics.Throughput, Metrics.RecordRate, Metrics.RequestRate, Metrics.Elapsed, Metrics.ElapsedToDurable, Metrics.ThroughputToReturn,
        Metrics.ResponseP50, Metrics.ResponseP99, Metrics.ResponseP999, Metrics.LatencyP50, Metrics.LatencyP99,
        Metrics.ReadResponseP99, Metrics.WriteResponseP99, Metrics.ReadLatencyP50, Metrics.ReadLatencyP99,
        Metrics.WriteLatencyP50, Metrics.WriteLatencyP99, Metrics.ElapsedPerByte, Metrics.LongestStall,
    ];

    private static readonly Metric[] s_cpu =
    [
        Metrics.CpuPerByte, Metrics.CyclesPerByte, Metrics.CpuPerRequest, Metrics.Cpu, Metrics.CpuUser, Metrics.CpuSystem,
        Metrics.MachineCpuPerByte, Metrics.MachineCyclesPerByte, Metrics.MachineCpu,
    ];

    private static readonly Metric[] s_memory = [Metrics.PeakResident, Metrics.Allocated, Metrics.AllocatedPerRequest];

    /// <summary>
    /// The metrics of which one direction is an improvement, in order of importance: rates and times, CPU time, the
    /// rest.
    /// </summary>
    public static IReadOnlyList<Metric> InOrder { get; } =
    [
        .. s_rates, .. s_cpu, .. s_memory,
        .. Metrics.All.Where(metric => metric.Better != Better.Neither).Except(s_rates).Except(s_cpu).Except(s_memory),
    ];

    /// <summary>Returns what a metric measures.</summary>
    public static MetricGroup GroupOf(Metric metric) => s_rates.Contains(metric) ? MetricGroup.Rate
        : s_cpu.Contains(metric) ? MetricGroup.Cpu
        : MetricGroup.Other;

    /// <summary>
    /// Returns the outcome of a metric as people say it: <c>slower</c>, <c>less CPU</c>, <c>equal within 5 %</c>.
    /// </summary>
    /// <param name="metric">A metric with a better direction.</param>
    /// <param name="word">The outcome.</param>
    public static string WordOf(Metric metric, ComparisonWord word)
    {
        ArgumentNullException.ThrowIfNull(metric);
        return (word, GroupOf(metric)) switch
        {
            (ComparisonWord.Equal, _) => "equal",
            (ComparisonWord.CannotTell, _) => "inconclusive",
            (ComparisonWord.Better, MetricGroup.Rate) => "faster",
            (ComparisonWord.Worse, MetricGroup.Rate) => "slower",
            (_, MetricGroup.Cpu) => $"{Amount(metric, word)} CPU",
            _ when s_memory.Contains(metric) => $"{Amount(metric, word)} memory",
            _ => Amount(metric, word),
        };
    }

    /// <summary>Returns the first metric of a group among some comparisons, or null if there is none.</summary>
    /// <param name="comparisons">In order of importance.</param>
    /// <param name="group">Rates or CPU time.</param>
    public static Metric? Leading(IEnumerable<ComparisonRecord> comparisons, MetricGroup group)
    {
        HashSet<string> known = [.. comparisons.Select(comparison => comparison.Metric)];
        return InOrder.FirstOrDefault(metric => GroupOf(metric) == group && known.Contains(metric.Name));
    }

    /// <summary>
    /// Returns the differences that the leading metrics do not already show: rates of one cell change together.
    /// </summary>
    /// <param name="comparisons">The comparisons of one pair of results, in order of importance.</param>
    public static IReadOnlyList<ComparisonRecord> Besides(IReadOnlyList<ComparisonRecord> comparisons)
    {
        var groups = InOrder.ToDictionary(metric => metric.Name, GroupOf, StringComparer.Ordinal);
        string?[] leading = [Leading(comparisons, MetricGroup.Rate)?.Name, Leading(comparisons, MetricGroup.Cpu)?.Name];
        ComparisonRecord[] different =
        [
            .. comparisons.Where(comparison => comparison.Word is ComparisonWord.Better or ComparisonWord.Worse && groups.ContainsKey(comparison.Metric)),
        ];
        HashSet<(MetricGroup, string, ComparisonWord)> said =
            [.. different.Where(comparison => leading.Contains(comparison.Metric)).Select(comparison => (groups[comparison.Metric], comparison.Cell, comparison.Word))];
        return [.. different.Where(comparison => !leading.Contains(comparison.Metric) && !said.Contains((groups[comparison.Metric], comparison.Cell, comparison.Word)))];
    }

    private static string Amount(Metric metric, ComparisonWord word) =>
        (word == ComparisonWord.Better) == (metric.Better == Better.Higher) ? "more" : "less";
}

/// <summary>What a metric measures.</summary>
public enum MetricGroup
{
    /// <summary>Rate or elapsed time.</summary>
    Rate,

    /// <summary>CPU time.</summary>
    Cpu,

    /// <summary>Anything else.</summary>
    Other,
}
