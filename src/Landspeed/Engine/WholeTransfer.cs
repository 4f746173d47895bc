using Landspeed.Platform;
using Landspeed.Platform.Observation;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Engine;

/// <summary>
/// Reads and writes whole ranges of one file on the calling thread: the loop around <see cref="Transfer"/> for work that
/// needs no engine. A read of 0 bytes is the end of the file, a write of 0 bytes an error.
/// </summary>
/// <remarks>Thread-safe. One system call if the system moves everything at once; allocates only for failures.</remarks>
internal readonly struct WholeTransfer
{
    private readonly SafeFileHandle _file;
    private readonly FilePath _path;

    /// <summary>Creates buffered transfers of a file.</summary>
    /// <param name="file">Open; owned by the caller.</param>
    /// <param name="path">Its path, for messages.</param>
    internal WholeTransfer(SafeFileHandle file, FilePath path) =>
        (_file, _path, Calls, Alignment) = (file, path, NativePlatform.Files, 1);

    /// <summary>Required alignment of offset, address and length in bytes; 1 unless the file is direct.</summary>
    internal int Alignment { get; init; }

    /// <summary>Flags of each transfer; default none.</summary>
    internal TransferFlags Flags { get; init; }

    /// <summary>Returns what to try after an error; null if nothing is known.</summary>
    internal Func<NativeError, string?>? Hint { get; init; }

    /// <summary>The system's calls by default; replaced in tests.</summary>
    internal IFileCalls Calls { get; init; }

    /// <summary>Reads into managed memory.</summary>
    /// <returns>Bytes read; fewer only at the end of the file.</returns>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    internal unsafe int Read(Span<byte> bytes, long offset)
    {
        fixed (byte* start = bytes)
        {
            return Read((nint)start, bytes.Length, offset);
        }
    }

    /// <inheritdoc cref="Read(Span{byte}, long)"/>
    internal int Read(nint address, int length, long offset) => Read(address, length, offset, length);

    /// <summary>Reads until a number of bytes has been read.</summary>
    /// <param name="address">Room for all bytes.</param>
    /// <param name="length">Bytes requested, 0 or more.</param>
    /// <param name="offset">First byte.</param>
    /// <param name="needed">
    /// Number of bytes that suffice; fewer if a direct read of the file's last part is rounded up.
    /// </param>
    /// <inheritdoc cref="Read(Span{byte}, long)"/>
    internal int Read(nint address, int length, long offset, int needed) =>
        Move(IoOperation.Read, address, length, offset, needed);

    /// <summary>Writes managed memory.</summary>
    /// <exception cref="NativeIOException">The system call failed, or moved no bytes.</exception>
    internal unsafe void Write(ReadOnlySpan<byte> bytes, long offset)
    {
        fixed (byte* start = bytes)
        {
            Write((nint)start, bytes.Length, offset);
        }
    }

    /// <inheritdoc cref="Write(ReadOnlySpan{byte}, long)"/>
    internal void Write(nint address, int length, long offset) =>
        Move(IoOperation.Write, address, length, offset, length);

    /// <summary>Writes, and lets the caller describe a failure.</summary>
    /// <returns>Why it failed; none if all bytes were written.</returns>
    internal NativeError TryWrite(nint address, int length, long offset)
    {
        TryMove(IoOperation.Write, address, length, offset, length, out Transfer transfer);
        return transfer.Error;
    }

    private int Move(IoOperation operation, nint address, int length, long offset, int needed) =>
        TryMove(operation, address, length, offset, needed, out Transfer transfer)
            ? length
            : !transfer.HasFailed
            ? transfer.Moved
            : throw transfer.Failure(operation == IoOperation.Read ? "read" : "write", _path, Hint?.Invoke(transfer.Error));

    // True if everything was moved without a Transfer.
    private bool TryMove(
        IoOperation operation, nint address, int length, long offset, int needed, out Transfer transfer)
    {
        transfer = default;
        if (length == 0)
        {
            return true;
        }

        var request = new IoRequest
        {
            Operation = operation, Address = address, Length = length, Offset = offset, Flags = Flags,
        };

        // The common case costs only the system call.
        NativeResult first = RequestExecution.Run(Calls, _file, request);
        if (first.Raw == length)
        {
            IoMeter.Took(operation == IoOperation.Write, first);
            return true;
        }

        transfer = new Transfer(request, Alignment, needed);
        transfer.Take(first);
        while (transfer.State == TransferState.Unfinished)
        {
            transfer.Take(RequestExecution.Run(Calls, _file, transfer.Next));
        }

        return false;
    }
}
