using Landspeed.Results;

namespace Landspeed.Experiments.Rates;

/// <summary>A share of the requests: those that are done soonest. Immutable.</summary>
/// <param name="Name">As people write it.</param>
/// <param name="Metric">The metric that has it.</param>
/// <param name="Samples">Requests of a run that it needs.</param>
public sealed record ResponsePercentile(string Name, Metric Metric, int Samples)
{
    // What it leaves out is at least this many of the requests that it needs.
    private const double LeftOut = 10;

    /// <summary>Half.</summary>
    public static ResponsePercentile P50 { get; } = new("p50", Metrics.ResponseP50, 20);

    /// <summary>99 of 100.</summary>
    public static ResponsePercentile P99 { get; } = new("p99", Metrics.ResponseP99, 1_000);

    /// <summary>999 of 1,000.</summary>
    public static ResponsePercentile P999 { get; } = new("p99.9", Metrics.ResponseP999, 10_000);

    /// <summary>All that a limit can name.</summary>
    public static IReadOnlyList<ResponsePercentile> All { get; } = [P50, P99, P999];

    /// <summary>The share of the requests that it leaves out.</summary>
    internal double Rest => LeftOut / Samples;
}
