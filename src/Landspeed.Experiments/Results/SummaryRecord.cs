namespace Landspeed.Experiments.Results;

/// <summary>Several runs of one case, summed up.</summary>
public sealed record SummaryRecord
{
    /// <summary>Runs, 2 or more.</summary>
    public required int Runs { get; init; }

    /// <summary>Bytes / elapsed time.</summary>
    public required SpreadRecord ThroughputBytesPerS { get; init; }

    /// <summary>Bytes / elapsed time to durable; null: not every run was made durable.</summary>
    public SpreadRecord? ThroughputToDurableBytesPerS { get; init; }
}
