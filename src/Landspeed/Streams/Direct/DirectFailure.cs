using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Direct;

/// <summary>Describes failures of a <see cref="DirectFile"/>: what failed, where, and what to try.</summary>
internal static class DirectFailure
{
    /// <summary>A failed read or write of the caller's bytes.</summary>
    internal static NativeIOException Of(
        StorageFile file, IoOperation kind, EngineOperation transfer, in DirectSegment segment, long end)
    {
        long offset = Math.Clamp(segment.Offset + transfer.Moved, segment.Start, segment.End);
        return kind == IoOperation.Write
            ? new NativeIOException("write", file.Path, transfer.Error, offset, end - offset, WriteHint(transfer.Error.Kind))
            : new NativeIOException("read", file.Path, transfer.Error, offset, end - offset, ReadHint(transfer.Error.Kind));
    }

    /// <summary>A failed read of a sector that is only partly overwritten.</summary>
    internal static NativeIOException OfFill(
        StorageFile file, EngineOperation transfer, in DirectSegment segment, long end) => new(
        "write",
        file.Path,
        transfer.Error,
        segment.Start,
        end - segment.Start,
        "The sectors of which a part is written could not be read, so their rest cannot be kept: write whole sectors.");

    /// <summary>A write beyond the largest file offset.</summary>
    internal static NativeIOException OfSize(StorageFile file, in DirectPlan plan) => new(
        "write", file.Path, NativeError.Of(NativeErrorKind.FileTooLarge), plan.Offset, plan.Count);

    /// <summary>Setting the exact length after a write that was rounded up.</summary>
    internal static NativeIOException OfCut(StorageFile file, NativeError error, long length) => new(
        "set the length of",
        file.Path,
        error,
        length: length,
        hint: "The bytes are written; after them the file may hold zeros up to the next sector.");

    /// <summary>An exception that does not come from the system: the engine broke, or cannot be created.</summary>
    internal static NativeIOException OfBatch(StorageFile file, IoOperation kind, in DirectWork work, Exception failure) =>
        failure as NativeIOException ?? new NativeIOException(
            kind == IoOperation.Write ? "write" : "read",
            file.Path,
            NativeError.Of(failure is OperationCanceledException ? NativeErrorKind.Cancelled : NativeErrorKind.DeviceFailure),
            work.Offset,
            work.Memory.Length,
            failure is OperationCanceledException ? null : failure.Message);

    private static string? ReadHint(NativeErrorKind kind) => kind switch
    {
        NativeErrorKind.InvalidArgument => "The file system refused a direct request; open the file buffered.",
        NativeErrorKind.DeviceFailure => "What cannot be read is in this range; other ranges may be sound.",
        _ => null,
    };

    private static string? WriteHint(NativeErrorKind kind) => kind switch
    {
        NativeErrorKind.InvalidArgument => "The file system refused a direct request; open the file buffered.",
        NativeErrorKind.NoSpace => "Free space on the volume; the file has the length it had before this write.",
        NativeErrorKind.QuotaExceeded =>
            "Free space or ask for a larger quota; the file has the length it had before this write.",
        _ => null,
    };
}
