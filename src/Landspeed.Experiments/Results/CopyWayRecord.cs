namespace Landspeed.Experiments.Results;

/// <summary>What went one way.</summary>
public sealed record CopyWayRecord
{
    /// <summary>The way: <c>direct</c>, <c>uncached</c> or <c>buffered</c>.</summary>
    public required string Way { get; init; }

    /// <summary>How the source was read: <c>direct</c>, <c>uncached</c> or <c>buffered</c>.</summary>
    public required string SourceMode { get; init; }

    /// <summary>How the target was written: <c>direct</c>, <c>uncached</c> or <c>buffered</c>.</summary>
    public required string TargetMode { get; init; }

    /// <summary>Whether blocks are shared, so that no byte went any way.</summary>
    public required bool Reflink { get; init; }

    /// <summary>Why.</summary>
    public required string Reason { get; init; }

    /// <summary>Files.</summary>
    public required long Files { get; init; }

    /// <summary>Bytes of content.</summary>
    public required long Bytes { get; init; }
}
