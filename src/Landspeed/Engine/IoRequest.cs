using Landspeed.Platform;

namespace Landspeed.Engine;

/// <summary>One request: a value of 40 bytes, copied when queued.</summary>
public readonly record struct IoRequest
{
    /// <summary>What to do.</summary>
    public required IoOperation Operation { get; init; }

    /// <summary>On which file; ignored by <see cref="IoOperation.Nothing"/>.</summary>
    public EngineFile File { get; init; }

    /// <summary>First byte in the file, 0 or more.</summary>
    public long Offset { get; init; }

    /// <summary>Native memory of <see cref="Length"/> bytes; the engine's from queueing until completion.</summary>
    public nint Address { get; init; }

    /// <summary>Bytes, 1 to 2,147,479,552 for transfers.</summary>
    public int Length { get; init; }

    /// <summary>Wishes for this transfer.</summary>
    public TransferFlags Flags { get; init; }

    /// <summary>The caller's own number, returned with the completion.</summary>
    public ulong Tag { get; init; }
}
