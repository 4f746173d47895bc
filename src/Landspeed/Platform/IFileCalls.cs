using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>
/// The system's calls on files: one system call per method, no policy, no exception for what the machine refuses.
/// </summary>
/// <remarks>
/// Thread-safe. No method allocates on the managed heap except those that take a <see cref="FilePath"/>. A call
/// interrupted by a signal returns <see cref="NativeErrorKind.Interrupted"/>; the caller repeats it.
/// </remarks>
internal interface IFileCalls
{
    /// <summary>
    /// Opens a file, close-on-exec, without waiting for a FIFO's other end. The descriptor stays non-blocking, so that
    /// an engine may answer would-block on a regular file too, until its transfers are made direct or buffered.
    /// </summary>
    /// <param name="path">The name; a relative one starts at the working directory.</param>
    /// <param name="access">What the descriptor may do.</param>
    /// <param name="creation">What to do about existence.</param>
    /// <param name="handle">The open file, owned by the caller; null on failure.</param>
    /// <param name="permissions">
    /// What a new file allows, less the process's mask. Null: all may read and write it, less the mask, which takes
    /// nothing from the owner of a file that must not exist before.
    /// </param>
    /// <returns>0, or the error.</returns>
    NativeResult Open(
        FilePath path,
        FileAccessKind access,
        FileCreation creation,
        out SafeFileHandle? handle,
        UnixFileMode? permissions = null);

    /// <summary>Makes an open file's transfers direct, and blocking. Success proves nothing: only a transfer does.</summary>
    /// <param name="handle">An open file.</param>
    /// <returns>0, or the error.</returns>
    NativeResult EnableDirect(SafeFileHandle handle);

    /// <summary>Makes an open file's transfers buffered, and blocking.</summary>
    /// <param name="handle">An open file.</param>
    /// <returns>0, or the error.</returns>
    NativeResult DisableDirect(SafeFileHandle handle);

    /// <summary>Reads at an offset; the file's own position stays.</summary>
    /// <param name="handle">A file open for reading.</param>
    /// <param name="address">Memory for the bytes; aligned when the file is direct. Bytes beyond the count are undefined.</param>
    /// <param name="length">Bytes wanted, 1 to 2,147,479,552.</param>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="flags">Options of this request.</param>
    /// <returns>Bytes read, fewer at the end of the file or on interruption, 0 at or past the end; or the error.</returns>
    NativeResult Read(SafeFileHandle handle, nint address, int length, long offset, TransferFlags flags);

    /// <summary>Writes at an offset; the file's own position stays.</summary>
    /// <param name="handle">A file open for writing.</param>
    /// <param name="address">The bytes; aligned when the file is direct.</param>
    /// <param name="length">How many, 1 to 2,147,479,552.</param>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="flags">Options of this request.</param>
    /// <returns>Bytes written, perhaps fewer; or the error.</returns>
    NativeResult Write(SafeFileHandle handle, nint address, int length, long offset, TransferFlags flags);

    /// <summary>Makes the file's data, and the metadata needed to read it, durable (fdatasync).</summary>
    /// <param name="handle">An open file.</param>
    /// <returns>0, or the error; after an error the file's content is lost or unknown, repeating the call proves nothing.</returns>
    NativeResult FlushData(SafeFileHandle handle);

    /// <summary>Makes the file's data and all its metadata durable (fsync); also for directories.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <returns>0, or the error; after an error the file's content is lost or unknown, repeating the call proves nothing.</returns>
    NativeResult FlushAll(SafeFileHandle handle);

    /// <summary>Makes everything on the file's file system durable (syncfs).</summary>
    /// <param name="handle">Any open file of it.</param>
    /// <returns>0, or the error.</returns>
    NativeResult FlushFileSystem(SafeFileHandle handle);

    /// <summary>Sets the file's length; allocates nothing, cuts what lies beyond.</summary>
    /// <param name="handle">A file open for writing.</param>
    /// <param name="length">Bytes, 0 or more.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetLength(SafeFileHandle handle, long length);

    /// <summary>Reserves blocks for a range without writing them (fallocate).</summary>
    /// <param name="handle">A file open for writing.</param>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="length">Bytes, 1 or more.</param>
    /// <param name="reservation">What happens to the length.</param>
    /// <returns>0, or the error; after no-space the amount reserved is unspecified.</returns>
    NativeResult Reserve(SafeFileHandle handle, long offset, long length, SpaceReservation reservation);

    /// <summary>Gives back the blocks of a range, which then reads as zeros; the length stays (fallocate).</summary>
    /// <param name="handle">A file open for writing.</param>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="length">Bytes, 1 or more.</param>
    /// <returns>0, or the error.</returns>
    NativeResult PunchHole(SafeFileHandle handle, long offset, long length);

    /// <summary>Locks a file against other locks of this kind, which anybody may ignore, until it is closed (flock).</summary>
    /// <param name="handle">An open file.</param>
    /// <param name="kind">Whether others may hold a lock as well.</param>
    /// <returns>0, or the error; would-block when another descriptor holds a lock that does not go with this one.</returns>
    NativeResult TryLock(SafeFileHandle handle, FileLockKind kind);

    /// <summary>Takes a lock away (flock), also from copies of the descriptor that others still hold.</summary>
    /// <param name="handle">An open file.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Unlock(SafeFileHandle handle);

    /// <summary>Advises the page cache.</summary>
    /// <param name="handle">An open file.</param>
    /// <param name="offset">First byte.</param>
    /// <param name="length">Bytes; 0 means to the end.</param>
    /// <param name="advice">The advice.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Advise(SafeFileHandle handle, long offset, long length, AccessAdvice advice);

    /// <summary>Asks what an open file is.</summary>
    /// <param name="handle">An open file.</param>
    /// <param name="status">The answer; undefined on failure.</param>
    /// <param name="asksServer">
    /// Whether the server of a network file system is asked; else its client may answer from memory.
    /// </param>
    /// <returns>0, or the error.</returns>
    NativeResult Status(SafeFileHandle handle, out FileStatus status, bool asksServer = false);

    /// <summary>Asks what a name is, without opening it; symbolic links are followed.</summary>
    /// <param name="path">The name.</param>
    /// <param name="status">The answer; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult StatusOf(FilePath path, out FileStatus status);

    /// <summary>Asks about the file system that holds an open file.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="status">The answer; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Volume(SafeFileHandle handle, out VolumeStatus status);

    /// <summary>Asks how a range is mapped to the device.</summary>
    /// <param name="handle">An open file.</param>
    /// <param name="start">First byte, 0 or more.</param>
    /// <param name="extents">Receives the mappings in order; 1 or more, at most 1,000 are asked at once.</param>
    /// <param name="query">What to do with dirty data, which has no blocks yet.</param>
    /// <returns>How many were filled in, 0 when none is left; or the error.</returns>
    /// <exception cref="ArgumentException">The start is negative, or there is no room for an extent.</exception>
    NativeResult Extents(SafeFileHandle handle, long start, Span<NativeExtent> extents, ExtentQuery query);

    /// <summary>Asks what the blocks of a volume hold (GETFSMAP, Linux 4.12): ext4 and XFS know it.</summary>
    /// <param name="handle">An open file or directory of the volume.</param>
    /// <param name="after">The last range that was received; the default begins with the first.</param>
    /// <param name="extents">Receives the ranges in order, device by device; 1 or more, at most 1,000 are asked at once.</param>
    /// <returns>How many were filled in, 0 when none is left; or the error.</returns>
    /// <exception cref="ArgumentException">There is no room for a range.</exception>
    NativeResult VolumeExtents(SafeFileHandle handle, in NativeVolumeExtent after, Span<NativeVolumeExtent> extents);

    /// <summary>Counts a range's pages in the page cache (cachestat, Linux 6.5).</summary>
    /// <param name="handle">A file that the user owns or may write; others get not-permitted.</param>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="length">Bytes, 0 or more; 0 means to the end.</param>
    /// <param name="counts">The answer; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Offset or length is negative.</exception>
    NativeResult CachedPages(SafeFileHandle handle, long offset, long length, out CachedPageCounts counts);

    /// <summary>Bytes that were written to a pipe and that nobody has read yet (FIONREAD).</summary>
    /// <param name="pipe">Either end.</param>
    /// <returns>Their number; or the error, of anything that has no such number.</returns>
    NativeResult UnreadBytes(SafeFileHandle pipe);

    /// <summary>Removes a name; the file is freed when no process has it open.</summary>
    /// <param name="path">The name of a file, not of a directory.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Remove(FilePath path);
}

/// <summary>What a descriptor may do with the file's bytes.</summary>
public enum FileAccessKind
{
    /// <summary>Read only.</summary>
    Read,

    /// <summary>Write only.</summary>
    Write,

    /// <summary>Read and write.</summary>
    ReadWrite,

    /// <summary>Neither: only ask what the name is (O_PATH on Linux); never blocks on a FIFO or a device.</summary>
    Identify,
}

/// <summary>What opening does about existence.</summary>
public enum FileCreation
{
    /// <summary>The file must exist.</summary>
    MustExist,

    /// <summary>The file must not exist; it is created empty, for its owner and, as the umask allows, others.</summary>
    CreateNew,

    /// <summary>The file is created empty where it is missing; symbolic links are followed.</summary>
    OpenOrCreate,
}

/// <summary>Options of one read or write.</summary>
[Flags]
public enum TransferFlags
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>Drop the pages afterwards that this request brought into the cache (RWF_DONTCACHE, Linux 6.14).</summary>
    Uncached = 1,

    /// <summary>Complete a write only when its data is durable (RWF_DSYNC).</summary>
    DataDurable = 2,

    /// <summary>Fail with would-block instead of waiting for the device (RWF_NOWAIT).</summary>
    NoWait = 4,
}

/// <summary>What reserving blocks does with the file's length.</summary>
public enum SpaceReservation
{
    /// <summary>Reserve, and lengthen the file to the end of the range.</summary>
    SetLength,

    /// <summary>Reserve, the length stays.</summary>
    KeepLength,
}

/// <summary>What a lock on a whole file leaves to others.</summary>
public enum FileLockKind
{
    /// <summary>Others may hold shared locks.</summary>
    Shared,

    /// <summary>No other opener may hold a lock.</summary>
    Exclusive,
}

/// <summary>Advice to the page cache about a range (posix_fadvise).</summary>
internal enum AccessAdvice
{
    /// <summary>Nothing special.</summary>
    Normal,

    /// <summary>Random order: no read-ahead.</summary>
    Random,

    /// <summary>Sequential order: a larger read-ahead window.</summary>
    Sequential,

    /// <summary>Fetch the range now.</summary>
    WillNeed,

    /// <summary>Drop the clean pages of the range.</summary>
    DontNeed,

    /// <summary>The range is used once.</summary>
    NoReuse,
}

/// <summary>What the system says of a mounted file system.</summary>
/// <param name="TypeMagic">The file system's magic number (statfs(2)).</param>
/// <param name="BlockSize">Allocation unit, bytes.</param>
/// <param name="TotalBytes">Size of the volume.</param>
/// <param name="AvailableBytes">Bytes that this user may still allocate.</param>
/// <param name="AvailableFiles">Files that can still be created; 0 when the file system does not count them.</param>
/// <param name="IsReadOnly">Whether it is mounted read-only.</param>
public readonly record struct VolumeStatus(
    long TypeMagic, long BlockSize, long TotalBytes, long AvailableBytes, long AvailableFiles, bool IsReadOnly)
{
    /// <summary>Bytes that nobody has allocated, those that only root may allocate included.</summary>
    public long FreeBytes { get; init; }
}

/// <summary>Pages of a file range in the page cache (cachestat).</summary>
/// <param name="Cached">Pages in the cache.</param>
/// <param name="Dirty">Of these, changed and not yet written.</param>
/// <param name="Writeback">Of these, being written.</param>
/// <param name="Evicted">Pages of the range that were evicted.</param>
/// <param name="RecentlyEvicted">Of these, evicted lately enough that reading them again means memory pressure.</param>
internal readonly record struct CachedPageCounts(
    long Cached, long Dirty, long Writeback, long Evicted, long RecentlyEvicted);
