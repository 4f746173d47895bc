namespace Landspeed.Experiments.Results;

/// <summary>One case of a sweep with all its runs. Null: not measured, or not to be found out here.</summary>
public sealed record SweepCellRecord
{
    /// <summary>A short name, unique within the sweep, for example <c>read-direct-64KiB-q8</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Name of the curve that it is a point of, for example <c>read-direct-q8</c>.</summary>
    public required string Curve { get; init; }

    /// <summary><c>engine</c> or <c>filestream</c>.</summary>
    public required string Api { get; init; }

    /// <summary><c>direct</c>, <c>buffered</c> or <c>uncached</c>; what came about is what was asked for.</summary>
    public required string Mode { get; init; }

    /// <summary><c>read</c>, <c>write</c> or <c>extend</c>.</summary>
    public required string Operation { get; init; }

    /// <summary>Requests in flight.</summary>
    public required int QueueDepth { get; init; }

    /// <summary>Bytes of one request.</summary>
    public required long RequestSizeBytes { get; init; }

    /// <summary>How far it got.</summary>
    public required CellState State { get; init; }

    /// <summary>Why it was skipped, or how it failed; else null.</summary>
    public string? Reason { get; init; }

    /// <summary>Where the bytes came from or went: the verdict of the run with the median throughput.</summary>
    public Verdict? Verdict { get; init; }

    /// <summary>Bytes / elapsed time; of writes and extends: to durable.</summary>
    public IntervalRecord? ThroughputBytesPerS { get; init; }

    /// <summary>Of writes and extends: bytes / elapsed time until the last request returned; of reads null.</summary>
    public IntervalRecord? ThroughputToReturnBytesPerS { get; init; }

    /// <summary>Process time / bytes.</summary>
    public IntervalRecord? CpuNsPerByte { get; init; }

    /// <summary>Process time × clock / bytes.</summary>
    public IntervalRecord? CpuCyclesPerByte { get; init; }

    /// <summary>Median over the runs of requests / elapsed time.</summary>
    public double? RequestsPerS { get; init; }

    /// <summary>Median over the runs of their median latency; null where requests are too short to be timed singly.</summary>
    public double? LatencyP50Ns { get; init; }

    /// <summary>Median over the runs of their 99th percentile; null unless every run has one.</summary>
    public double? LatencyP99Ns { get; init; }

    /// <summary>What is suspicious, each kind once.</summary>
    public required IReadOnlyList<FindingRecord> Findings { get; init; }

    /// <summary>The runs in the order in which they were made, without latency bins.</summary>
    public required IReadOnlyList<MeasurementRecord> Runs { get; init; }
}
