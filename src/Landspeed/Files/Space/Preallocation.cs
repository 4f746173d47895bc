using System.Globalization;
using Landspeed.Platform;

namespace Landspeed.Files.Space;

/// <summary>
/// Three different operations that are often called preallocation: a length without blocks, blocks without data, and
/// data. Each does what its name says or reports that it could not; none is emulated by another.
/// </summary>
/// <remarks>
/// Thread-safe for different files. Nothing else may write to the file at the same time, because a failure releases
/// space.
/// </remarks>
internal static partial class Preallocation
{
    /// <summary>Sets the length without allocating blocks. A new part is a hole; a shorter file is cut off.</summary>
    /// <param name="file">Open for writing; stays open and owned by the caller.</param>
    /// <param name="length">Bytes from offset 0; 0 or more; no alignment needed.</param>
    /// <returns>The length and the allocated bytes.</returns>
    /// <exception cref="InvalidOperationException">The file is open for reading only.</exception>
    /// <exception cref="NativeIOException">
    /// The system call failed, for example because the file would be too large; the file is unchanged.
    /// </exception>
    /// <remarks>Two system calls. Source: ftruncate(2).</remarks>
    public static PreallocationResult SetLengthOnly(StorageFile file, long length)
    {
        ArgumentNullException.ThrowIfNull(file);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        file.RequireWritable("set the length of");
        NativeResult result = Interruptions.Retry(() => NativePlatform.Files.SetLength(file.Handle, length));
        return result.Succeeded
            ? Outcome(file, PreallocationOutcome.LengthSet)
            : throw new NativeIOException("set the length of", file.Path, result.Error, length: length);
    }

    /// <summary>Reserves blocks without writing data, so that later writes inside need not allocate.</summary>
    /// <param name="file">Open for writing; stays open and owned by the caller.</param>
    /// <param name="length">Bytes from offset 0; 1 or more; no alignment needed.</param>
    /// <param name="reservation">Whether the file is lengthened to the end of the range.</param>
    /// <returns>What the file system did, judged by the allocation it reports afterwards.</returns>
    /// <exception cref="InvalidOperationException">The file is open for reading only.</exception>
    /// <exception cref="NativeIOException">
    /// No space is left, or the quota or size limit is reached. Length and holes are as before, and nothing is reserved
    /// beyond the end.
    /// </exception>
    /// <remarks>
    /// Five system calls; more for a file with holes, which is also written back. Source: fallocate(2).
    /// </remarks>
    public static PreallocationResult ReserveBlocks(StorageFile file, long length, SpaceReservation reservation)
    {
        ArgumentNullException.ThrowIfNull(file);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(length);
        file.RequireWritable("reserve blocks of");
        var rollback = new SpaceRollback(file);
        long available = file.Volume().AvailableBytes;
        NativeResult result = Interruptions.Retry(
            () => NativePlatform.Files.Reserve(file.Handle, 0, length, reservation));
        if (result.Succeeded)
        {
            return Judge(file, length, rollback.PreviousLength);
        }

        return result.Error.Kind == NativeErrorKind.NotSupported
            ? Outcome(
                file,
                PreallocationOutcome.NotSupported,
                $"{file.FileSystemName} cannot reserve ({result.Error.InParentheses})")
            : throw Failure("reserve blocks of", file, result.Error, 0, length, available, rollback.Undo());
    }

    // Some file systems report success but reserve nothing (ZFS): the allocation they report decides.
    private static PreallocationResult Judge(StorageFile file, long length, long previousLength)
    {
        FileStatus status = file.Status();
        long allocated = status.AllocatedBytes;
        if (allocated >= Alignment.AlignDown(length, AlignedBufferPool.MinAlignment))
        {
            return Outcome(file, PreallocationOutcome.BlocksReserved);
        }

        return Outcome(
            file,
            status.Length > previousLength ? PreallocationOutcome.LengthSet : PreallocationOutcome.NotSupported,
            string.Create(
                CultureInfo.InvariantCulture,
                $"{file.FileSystemName} accepted the reservation but counts only {allocated} bytes as allocated"));
    }

    private static PreallocationResult Outcome(StorageFile file, PreallocationOutcome outcome, string? reason = null)
    {
        FileStatus status = file.Status();
        return new PreallocationResult(outcome, status.Length, status.AllocatedBytes, reason);
    }

    private static NativeIOException Failure(
        string operation, StorageFile file, NativeError error, long offset, long length, long available, string undone)
    {
        string hint = error.Kind switch
        {
            NativeErrorKind.NoSpace => string.Create(
                CultureInfo.InvariantCulture,
                $"{length} bytes are needed and {available} are available: free space or ask for less."),
            NativeErrorKind.QuotaExceeded => "Ask for less, or for a larger quota.",
            NativeErrorKind.FileTooLarge => "Ask for less.",
            _ => "The file was cut back to its previous length.",
        };
        return new NativeIOException(operation, file.Path, error, offset, length, hint + undone);
    }
}

/// <summary>What the file system really did.</summary>
internal enum PreallocationOutcome
{
    /// <summary>Nothing, because it does not support reservations. The file is unchanged.</summary>
    NotSupported,

    /// <summary>Only the length changed: the new range is a hole.</summary>
    LengthSet,

    /// <summary>Blocks are reserved; new ones are unwritten.</summary>
    BlocksReserved,

    /// <summary>Zeros were handed to the system; they are durable after a flush.</summary>
    ZerosWritten,
}

/// <summary>The result of a preallocation.</summary>
/// <param name="Outcome">What the file system really did.</param>
/// <param name="Length">Length of the file in bytes afterwards.</param>
/// <param name="AllocatedBytes">Bytes allocated to the file afterwards, as far as the file system has
/// decided.</param>
/// <param name="Reason">Why it differs from the request, or null if it does not.</param>
internal readonly record struct PreallocationResult(
    PreallocationOutcome Outcome, long Length, long AllocatedBytes, string? Reason);
