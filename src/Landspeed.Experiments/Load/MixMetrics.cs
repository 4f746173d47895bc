using Landspeed.Results;

namespace Landspeed.Experiments.Load;

/// <summary>Computes what of a mix is compared for reads and writes apart.</summary>
internal static class MixMetrics
{
    /// <summary>Returns the rates and times of both directions.</summary>
    /// <param name="mix">What was counted.</param>
    /// <param name="elapsedNs">The time in which it was, above 0.</param>
    internal static (Metric Metric, double? Value)[] Of(MixRecord mix, double elapsedNs) =>
    [
        (Metrics.ReadRequestRate, mix.Reads.Requests * 1e9 / elapsedNs),
        (Metrics.ReadLatencyP50, mix.Reads.Latency?.P50Ns),
        (Metrics.ReadLatencyP99, mix.Reads.Latency?.P99Ns),
        (Metrics.ReadResponseP99, mix.Reads.Response?.P99Ns),
        (Metrics.WriteRequestRate, mix.Writes.Requests * 1e9 / elapsedNs),
        (Metrics.WriteLatencyP50, mix.Writes.Latency?.P50Ns),
        (Metrics.WriteLatencyP99, mix.Writes.Latency?.P99Ns),
        (Metrics.WriteResponseP99, mix.Writes.Response?.P99Ns),
    ];
}
