using Landspeed.Platform;

namespace Landspeed.Engine;

/// <summary>Carries one request out on the calling thread: one system call, no repetition.</summary>
internal static class RequestExecution
{
    /// <summary>Carries a checked request out.</summary>
    /// <param name="calls">The system's calls.</param>
    /// <param name="files">The engine's files; the request's is among them.</param>
    /// <param name="request">The request.</param>
    /// <returns>Bytes moved, 0 for a flush, or the error.</returns>
    /// <remarks>Thread-safe as long as the request's file stays attached. No allocation.</remarks>
    internal static NativeResult Run(IFileCalls calls, AttachedFiles files, in IoRequest request) =>
        request.Operation switch
        {
            IoOperation.Nothing => default,
            IoOperation.Read =>
                calls.Read(files[request.File], request.Address, request.Length, request.Offset, request.Flags),
            IoOperation.Write =>
                calls.Write(files[request.File], request.Address, request.Length, request.Offset, request.Flags),
            IoOperation.FlushData => calls.FlushData(files[request.File]),
            IoOperation.FlushAll => calls.FlushAll(files[request.File]),
            _ => throw new InvalidOperationException("a request passed the checks with an unknown operation"),
        };
}
