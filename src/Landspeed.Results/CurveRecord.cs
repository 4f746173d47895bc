namespace Landspeed.Results;

/// <summary>
/// Throughput and CPU cost as the request size grows, all else equal. Fields are null if not reached or not measured.
/// </summary>
public sealed record CurveRecord
{
    /// <summary>A short name, for example <c>read-direct-q8</c>; its cells name it.</summary>
    public required string Name { get; init; }

    /// <summary><c>engine</c> or <c>filestream</c>.</summary>
    public required string Api { get; init; }

    /// <summary><c>direct</c>, <c>buffered</c> or <c>uncached</c>.</summary>
    public required string Mode { get; init; }

    /// <summary><c>read</c>, <c>write</c> or <c>extend</c>.</summary>
    public required string Operation { get; init; }

    /// <summary>Requests in flight.</summary>
    public required int QueueDepth { get; init; }

    /// <summary>Sizes measured.</summary>
    public required int Points { get; init; }

    /// <summary>
    /// Half the width of a typical cell's interval, in percent of its median, or null if there are only single runs.
    /// </summary>
    public double? NoisePct { get; init; }

    /// <summary>Rate above which larger requests bring no more.</summary>
    public double? PlateauBytesPerS { get; init; }

    /// <summary>Smallest request that reaches half of the plateau.</summary>
    public long? HalfPowerRequestSizeBytes { get; init; }

    /// <summary>Smallest request that reaches 95 % of the plateau, within the noise.</summary>
    public long? KneeRequestSizeBytes { get; init; }

    /// <summary>Why there is no plateau, with numbers, or null if there is one.</summary>
    public string? NotReached { get; init; }

    /// <summary>Request size with the highest median throughput.</summary>
    public long? BestRequestSizeBytes { get; init; }

    /// <summary>That throughput.</summary>
    public double? BestBytesPerS { get; init; }

    /// <summary>Lowest process time / bytes.</summary>
    public double? CpuFloorNsPerByte { get; init; }

    /// <summary>The same in cycles: process time × clock / bytes.</summary>
    public double? CpuFloorCyclesPerByte { get; init; }

    /// <summary>Smallest request that costs at most a tenth more than the floor.</summary>
    public long? CpuFloorRequestSizeBytes { get; init; }
}
