namespace Landspeed.Results;

/// <summary>Distribution of latency. A percentile is null if it is based on fewer than 10 / (1 - p) samples.</summary>
public sealed record LatencyRecord
{
    /// <summary>Samples.</summary>
    public required long Count { get; init; }

    /// <summary>Smallest.</summary>
    public required long MinNs { get; init; }

    /// <summary>Mean.</summary>
    public required double MeanNs { get; init; }

    /// <summary>Standard deviation.</summary>
    public required double StandardDeviationNs { get; init; }

    /// <summary>Largest.</summary>
    public required long MaxNs { get; init; }

    /// <summary>Half are at most this; needs 20 samples.</summary>
    public long? P50Ns { get; init; }

    /// <summary>Needs 100 samples.</summary>
    public long? P90Ns { get; init; }

    /// <summary>Needs 1,000 samples.</summary>
    public long? P99Ns { get; init; }

    /// <summary>Needs 10,000 samples.</summary>
    public long? P999Ns { get; init; }

    /// <summary>Needs 100,000 samples.</summary>
    public long? P9999Ns { get; init; }

    /// <summary>
    /// Samples above the histogram's range of one hour; except for the largest, they count as one hour.
    /// </summary>
    public required long Saturated { get; init; }

    /// <summary>Bins in ascending order: their upper bound and number of samples; empty bins are left out.</summary>
    public required IReadOnlyList<LatencyBin> Bins { get; init; }

    /// <summary>Returns it without its bins.</summary>
    public LatencyRecord WithoutBins() => this with { Bins = [] };
}

/// <summary>One bin of a latency histogram.</summary>
/// <param name="UpToNs">Largest latency in the bin, inclusive.</param>
/// <param name="Count">Samples.</param>
public sealed record LatencyBin(long UpToNs, long Count);
