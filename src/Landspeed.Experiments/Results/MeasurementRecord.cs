namespace Landspeed.Experiments.Results;

/// <summary>One run.</summary>
public sealed record MeasurementRecord
{
    /// <summary>A short name, for example <c>read-direct-1MiB-q8-t1</c>; runs of one case share it.</summary>
    public required string Name { get; init; }

    /// <summary>Zero-based number of the run within its case.</summary>
    public required int RunIndex { get; init; }

    /// <summary>Start of the measured time, milliseconds since 1970.</summary>
    public required long JobStartMs { get; init; }

    /// <summary>Whether a signal ended the run early.</summary>
    public bool Partial { get; init; }

    /// <summary>What was asked for.</summary>
    public required CaseRecord Requested { get; init; }

    /// <summary>What came about.</summary>
    public required CaseRecord Effective { get; init; }

    /// <summary>Differences between the two, each with its reason.</summary>
    public required IReadOnlyList<string> Fallbacks { get; init; }

    /// <summary>Features that the engine used.</summary>
    public required IReadOnlyList<string> EngineFeatures { get; init; }

    /// <summary>Bytes, time and rate.</summary>
    public required TransferRecord Transfer { get; init; }

    /// <summary>Submit to completion; null when no request completed.</summary>
    public LatencyRecord? Latency { get; init; }

    /// <summary>Depth asked for and reached.</summary>
    public required QueueDepthRecord QueueDepth { get; init; }

    /// <summary>What each byte cost the processor.</summary>
    public required CpuRecord Cpu { get; init; }

    /// <summary>Where the bytes came from or went.</summary>
    public required TruthRecord Truth { get; init; }

    /// <summary>Traffic of the block device in the measured time; null where there is none.</summary>
    public DeviceRecord? Device { get; init; }

    /// <summary>Time series; every sample covers the same time, the last may be cut short.</summary>
    public required IReadOnlyList<SampleRecord> Samples { get; init; }

    /// <summary>Suspicious but not failed: a code and a sentence each.</summary>
    public required IReadOnlyList<FindingRecord> Findings { get; init; }
}
