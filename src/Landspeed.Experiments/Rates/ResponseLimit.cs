using Landspeed.Results;

namespace Landspeed.Experiments.Rates;

/// <summary>How long requests may take from the moment at which they are due. Immutable.</summary>
/// <param name="Percentile">Which of them: a percentile of the response times.</param>
/// <param name="Most">How long, above 0.</param>
public sealed record ResponseLimit(ResponsePercentile Percentile, TimeSpan Most)
{
    /// <summary>The metric that has it.</summary>
    internal Metric Metric => MetricOf(Percentile);

    /// <summary>The limit, ns.</summary>
    internal double MostNs => Most.TotalNanoseconds;

    /// <inheritdoc/>
    public override string ToString() => $"response {NameOf(Percentile)} at most {AmountText.Duration(MostNs)}";

    /// <summary>Returns the metric that has a percentile.</summary>
    internal static Metric MetricOf(ResponsePercentile percentile) => percentile switch
    {
        ResponsePercentile.P50 => Metrics.ResponseP50,
        ResponsePercentile.P99 => Metrics.ResponseP99,
        _ => Metrics.ResponseP999,
    };

    /// <summary>Returns the share of the requests that the percentile of a metric leaves out.</summary>
    internal static double RestOf(Metric metric) =>
        metric == Metrics.ResponseP50 ? 0.5 : metric == Metrics.ResponseP99 ? 0.01 : 0.001;

    /// <summary>Returns how many requests of a run a percentile needs.</summary>
    internal static int SamplesFor(ResponsePercentile percentile) => percentile switch
    {
        ResponsePercentile.P50 => 20,
        ResponsePercentile.P99 => 1_000,
        _ => 10_000,
    };

    /// <summary>Returns a percentile as people write it.</summary>
    /// <param name="percentile">The percentile.</param>
    public static string NameOf(ResponsePercentile percentile) => percentile switch
    {
        ResponsePercentile.P50 => "p50",
        ResponsePercentile.P99 => "p99",
        _ => "p99.9",
    };
}

/// <summary>A share of the requests: those that are done soonest.</summary>
public enum ResponsePercentile
{
    /// <summary>Half.</summary>
    P50,

    /// <summary>99 of 100.</summary>
    P99,

    /// <summary>999 of 1,000.</summary>
    P999,
}
