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

    /// <summary>Flags of this transfer.</summary>
    public TransferFlags Flags { get; init; }

    /// <summary>The caller's own number, returned with the completion.</summary>
    public ulong Tag { get; init; }
}

/// <summary>What a request does.</summary>
public enum IoOperation
{
    /// <summary>Nothing; completes with 0. Measures the engine alone.</summary>
    Nothing,

    /// <summary>Read bytes of the file into memory.</summary>
    Read,

    /// <summary>Write bytes of memory to the file.</summary>
    Write,

    /// <summary>Make the data of completed writes durable; not ordered against requests in flight.</summary>
    FlushData,

    /// <summary>Make data and metadata of completed writes durable; not ordered against requests in flight.</summary>
    FlushAll,
}

/// <summary>One request's end: a value, never an exception.</summary>
/// <param name="Tag">The request's tag.</param>
/// <param name="Result">Bytes moved, perhaps fewer than asked, or the error.</param>
/// <param name="CompletedAt">
/// Moment of completion, ticks of <see cref="System.Diagnostics.Stopwatch"/>, from an engine whose own threads see it;
/// 0 where the caller of the reap knows it as well.
/// </param>
public readonly record struct IoCompletion(ulong Tag, NativeResult Result, long CompletedAt = 0);
