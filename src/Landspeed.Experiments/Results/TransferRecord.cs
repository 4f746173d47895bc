namespace Landspeed.Experiments.Results;

/// <summary>Bytes, time and rate of the measured time, warm-up excluded.</summary>
public sealed record TransferRecord
{
    /// <summary>Bytes that the application moved.</summary>
    public required long Bytes { get; init; }

    /// <summary>Requests completed.</summary>
    public required long Requests { get; init; }

    /// <summary>Requests that moved fewer bytes than asked and were continued.</summary>
    public required long ShortRequests { get; init; }

    /// <summary>From the first submission until the last completion.</summary>
    public required long ElapsedNs { get; init; }

    /// <summary>The same, and until the data was durable; null: it was not made durable.</summary>
    public long? ElapsedToDurableNs { get; init; }

    /// <summary>Warm-up before it, not counted.</summary>
    public required long WarmUpNs { get; init; }

    /// <summary>Bytes / elapsed time.</summary>
    public required double ThroughputBytesPerS { get; init; }

    /// <summary>Bytes / elapsed time to durable; null: it was not made durable.</summary>
    public double? ThroughputToDurableBytesPerS { get; init; }

    /// <summary>Requests / elapsed time.</summary>
    public required double RequestsPerS { get; init; }
}
