using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Streams;

/// <summary>Sees one read or write through on the calling thread.</summary>
internal static class InlineTransfer
{
    /// <summary>Carries a transfer out, one positional system call after the other.</summary>
    /// <param name="file">The file; its mode decides what the transfer must keep to.</param>
    /// <param name="transfer">The transfer, fresh.</param>
    /// <returns>Bytes moved; fewer than needed only at the end of the file.</returns>
    /// <exception cref="NativeIOException">It failed; how much was moved is unspecified.</exception>
    internal static int Run(StorageFile file, ref Transfer transfer)
    {
        IFileCalls calls = NativePlatform.Files;
        IoRequest request = transfer.Next;
        while (transfer.State == TransferState.Unfinished)
        {
            request = transfer.Next;
            transfer.Take(request.Operation == IoOperation.Read
                ? calls.Read(file.Handle, request.Address, request.Length, request.Offset, request.Flags)
                : calls.Write(file.Handle, request.Address, request.Length, request.Offset, request.Flags));
        }

        return transfer.State is TransferState.Done or TransferState.EndOfFile
            ? transfer.Moved
            : throw new NativeIOException(
                request.Operation == IoOperation.Read ? "read" : "write",
                file.Path,
                transfer.State == TransferState.NoProgress ? NativeError.Of(NativeErrorKind.DeviceFailure) : transfer.Error,
                request.Offset,
                request.Length);
    }
}
