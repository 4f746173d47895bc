using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Engine;

/// <summary>Executes one request on the calling thread with one system call, without retrying.</summary>
internal static class RequestExecution
{
    /// <summary>Executes a checked request.</summary>
    /// <param name="calls">The system's calls.</param>
    /// <param name="file">The request's file; ignored by <see cref="IoOperation.Nothing"/>.</param>
    /// <param name="request">The request.</param>
    /// <returns>Bytes moved, 0 for a flush, or the error.</returns>
    /// <remarks>Thread-safe as long as the file stays open. No allocation.</remarks>
    internal static NativeResult Run(IFileCalls calls, SafeFileHandle file, in IoRequest request) =>
        request.Operation switch
        {
            IoOperation.Nothing => default,
            IoOperation.Read => calls.Read(file, request.Address, request.Length, request.Offset, request.Flags),
            IoOperation.Write => calls.Write(file, request.Address, request.Length, request.Offset, request.Flags),
            IoOperation.FlushData => calls.FlushData(file),
            IoOperation.FlushAll => calls.FlushAll(file),
            _ => throw new InvalidOperationException("a request passed the checks with an unknown operation"),
        };
}
