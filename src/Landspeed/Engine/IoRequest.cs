using Landspeed.Platform;

namespace Landspeed.Engine;

/// <summary>One request: a struct of 40 bytes, copied when queued.</summary>
internal readonly record struct IoRequest
{
    /// <summary>What to do.</summary>
    public required IoOperation Operation { get; init; }

    /// <summary>The file; ignored by <see cref="IoOperation.Nothing"/>.</summary>
    public EngineFile File { get; init; }

    /// <summary>File offset of the first byte, 0 or more.</summary>
    public long Offset { get; init; }

    /// <summary>
    /// Native memory of <see cref="Length"/> bytes; belongs to the engine from queueing until completion.
    /// </summary>
    public nint Address { get; init; }

    /// <summary>Bytes, 1 to 2,147,479,552 for transfers.</summary>
    public int Length { get; init; }

    /// <summary>Flags of this transfer.</summary>
    public TransferFlags Flags { get; init; }

    /// <summary>A number chosen by the caller, returned with the completion.</summary>
    public ulong Tag { get; init; }
}

/// <summary>What a request does.</summary>
internal enum IoOperation
{
    /// <summary>Does nothing and completes with 0, to measure the engine alone.</summary>
    Nothing,

    /// <summary>Reads bytes of the file into memory.</summary>
    Read,

    /// <summary>Writes bytes of memory to the file.</summary>
    Write,

    /// <summary>Makes the data of completed writes durable; not ordered against requests in flight.</summary>
    FlushData,

    /// <summary>Makes data and metadata of completed writes durable; not ordered against requests in flight.</summary>
    FlushAll,
}

/// <summary>The completion of a request: a value, never an exception.</summary>
/// <param name="Tag">The request's tag.</param>
/// <param name="Result">Bytes moved, possibly fewer than requested, or the error.</param>
/// <param name="CompletedAt">
/// Time of completion, in ticks of <see cref="System.Diagnostics.Stopwatch"/>, from an engine whose own threads observe
/// it; 0 if the caller of the reap knows it as well.
/// </param>
internal readonly record struct IoCompletion(ulong Tag, NativeResult Result, long CompletedAt = 0);
