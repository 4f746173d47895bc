using Landspeed.Engine;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Measuring;

/// <summary>Reads or writes one piece of a file to its end, waiting for it: for work that has its own threads.</summary>
/// <remarks>Safe for all threads. One system call where the system moves everything at once.</remarks>
internal static class WholeTransfer
{
    /// <summary>Reads a piece.</summary>
    /// <param name="handle">Open for reading.</param>
    /// <param name="path">Its name, for messages.</param>
    /// <param name="address">Memory for the bytes.</param>
    /// <param name="length">Bytes, 1 or more.</param>
    /// <param name="offset">First byte.</param>
    /// <returns>Bytes read: fewer only where the file ends.</returns>
    /// <exception cref="NativeIOException">The system refused.</exception>
    internal static int Read(SafeFileHandle handle, FilePath path, nint address, int length, long offset)
    {
        var transfer = new Transfer(Request(IoOperation.Read, address, length, offset), 1, length);
        while (transfer.State == TransferState.Unfinished)
        {
            IoRequest next = transfer.Next;
            transfer.Take(NativePlatform.Files.Read(handle, next.Address, next.Length, next.Offset, TransferFlags.None));
        }

        return transfer.State is TransferState.Done or TransferState.EndOfFile
            ? transfer.Moved
            : throw Failure("read", path, offset, length, transfer);
    }

    /// <summary>Writes a piece.</summary>
    /// <param name="handle">Open for writing.</param>
    /// <param name="path">Its name, for messages.</param>
    /// <param name="address">The bytes.</param>
    /// <param name="length">How many, 1 or more; a multiple of the alignment.</param>
    /// <param name="offset">First byte; a multiple of the alignment.</param>
    /// <param name="alignment">1, or what direct requests must keep to.</param>
    /// <exception cref="NativeIOException">The system refused, or is out of room.</exception>
    internal static void Write(
        SafeFileHandle handle, FilePath path, nint address, int length, long offset, int alignment)
    {
        var transfer = new Transfer(Request(IoOperation.Write, address, length, offset), alignment, length);
        while (transfer.State == TransferState.Unfinished)
        {
            IoRequest next = transfer.Next;
            transfer.Take(NativePlatform.Files.Write(handle, next.Address, next.Length, next.Offset, TransferFlags.None));
        }

        if (transfer.State != TransferState.Done)
        {
            throw Failure("write", path, offset, length, transfer);
        }
    }

    private static IoRequest Request(IoOperation operation, nint address, int length, long offset) =>
        new() { Operation = operation, Address = address, Length = length, Offset = offset };

    private static NativeIOException Failure(
        string operation, FilePath path, long offset, int length, in Transfer transfer) =>
        RequestErrors.Describe(operation, path, offset, length, transfer);
}
