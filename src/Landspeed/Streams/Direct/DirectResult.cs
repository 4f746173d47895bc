using Landspeed.Platform;

namespace Landspeed.Streams.Direct;

/// <summary>How one request of a batch ended.</summary>
/// <param name="Count">
/// Bytes transferred from the request's start; a read transfers fewer than requested at the end of the file.
/// </param>
/// <param name="Failure">Why it failed, or null when it succeeded.</param>
public readonly record struct DirectResult(int Count, NativeIOException? Failure)
{
    /// <summary>Whether the request succeeded.</summary>
    public bool Succeeded => Failure is null;
}

/// <summary>One read of a batch.</summary>
/// <param name="Offset">First byte in the file, 0 or more; no alignment needed.</param>
/// <param name="Buffer">
/// Receives the bytes; belongs to the file until the batch has ended. If empty, nothing is read.
/// </param>
public readonly record struct DirectRead(long Offset, Memory<byte> Buffer);

/// <summary>One write of a batch.</summary>
/// <param name="Offset">First byte in the file, 0 or more; no alignment needed.</param>
/// <param name="Buffer">The bytes; must not change until the batch has ended. If empty, nothing is written.</param>
public readonly record struct DirectWrite(long Offset, ReadOnlyMemory<byte> Buffer);
