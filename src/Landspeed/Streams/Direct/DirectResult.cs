namespace Landspeed;

/// <summary>How one request of a batch ended.</summary>
public readonly record struct DirectResult
{
    internal DirectResult(int count, NativeIOException? failure) => (Count, Failure) = (count, failure);

    /// <summary>
    /// Bytes transferred from the request's start; a read transfers fewer than requested at the end of the file.
    /// </summary>
    public int Count { get; }

    /// <summary>Why it failed, or null when it succeeded.</summary>
    public NativeIOException? Failure { get; }

    /// <summary>Whether the request succeeded.</summary>
    public bool Succeeded => Failure is null;

    /// <summary>Throws if the request failed.</summary>
    /// <exception cref="NativeIOException"><see cref="Failure"/>.</exception>
    public void ThrowIfFailed()
    {
        if (Failure is not null)
        {
            throw Failure;
        }
    }
}

/// <summary>One read of a batch.</summary>
public readonly record struct DirectRead
{
    /// <summary>Creates a read.</summary>
    /// <param name="buffer">
    /// Receives the bytes; belongs to the file until the batch has ended. If empty, nothing is read.
    /// </param>
    /// <param name="fileOffset">First byte in the file, 0 or more; no alignment needed.</param>
    public DirectRead(Memory<byte> buffer, long fileOffset) => (Buffer, FileOffset) = (buffer, fileOffset);

    /// <summary>Receives the bytes.</summary>
    public Memory<byte> Buffer { get; }

    /// <summary>First byte in the file.</summary>
    public long FileOffset { get; }
}

/// <summary>One write of a batch.</summary>
public readonly record struct DirectWrite
{
    /// <summary>Creates a write.</summary>
    /// <param name="buffer">The bytes; must not change until the batch has ended. If empty, nothing is written.</param>
    /// <param name="fileOffset">First byte in the file, 0 or more; no alignment needed.</param>
    public DirectWrite(ReadOnlyMemory<byte> buffer, long fileOffset) => (Buffer, FileOffset) = (buffer, fileOffset);

    /// <summary>The bytes.</summary>
    public ReadOnlyMemory<byte> Buffer { get; }

    /// <summary>First byte in the file.</summary>
    public long FileOffset { get; }
}
