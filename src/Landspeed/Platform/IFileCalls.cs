using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>
/// The system's calls on files: one system call per method, without policy and without exceptions for what the system
/// refuses.
/// </summary>
/// <remarks>
/// Thread-safe. Only the methods that take a <see cref="FilePath"/> allocate on the managed heap. A call interrupted by
/// a signal returns <see cref="NativeErrorKind.Interrupted"/>; the caller repeats it.
/// </remarks>
internal interface IFileCalls
{
    /// <summary>
    /// Opens a file, close-on-exec, without waiting for a FIFO's other end. The descriptor stays non-blocking, so that
    /// an engine may return would-block even for a regular file until its transfers are made direct or buffered.
    /// </summary>
    /// <param name="path">The name; a relative one starts at the working directory.</param>
    /// <param name="access">What the descriptor may do.</param>
    /// <param name="creation">What to do if the file does or does not exist.</param>
    /// <param name="handle">The open file, owned by the caller, or null on failure.</param>
    /// <param name="permissions">
    /// Permissions of a new file, less the process's umask. Null for read and write for all, less the umask, which
    /// takes nothing from the owner of a file that must not exist before.
    /// </param>
    /// <returns>0, or the error.</returns>
    NativeResult Open(
        FilePath path,
        FileAccessKind access,
        FileCreation creation,
        out SafeFileHandle? handle,
        UnixFileMode? permissions = null);

    /// <summary>
    /// Makes an open file's transfers direct and blocking. Success proves nothing; only a transfer does.
    /// </summary>
    /// <param name="handle">An open file.</param>
    /// <returns>0, or the error.</returns>
    NativeResult EnableDirect(SafeFileHandle handle);

    /// <summary>Makes an open file's transfers buffered and blocking.</summary>
    /// <param name="handle">An open file.</param>
    /// <returns>0, or the error.</returns>
    NativeResult DisableDirect(SafeFileHandle handle);

    /// <summary>Reads at an offset; the file's own position is unchanged.</summary>
    /// <param name="handle">A file open for reading.</param>
    /// <param name="address">
    /// Memory for the bytes; must be aligned if the file is direct. Bytes beyond the count are undefined.
    /// </param>
    /// <param name="length">Bytes wanted, 1 to 2,147,479,552.</param>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="flags">Flags of this request.</param>
    /// <returns>
    /// Bytes read, fewer at the end of the file or if interrupted, 0 at or past the end; or the error.
    /// </returns>
    NativeResult Read(SafeFileHandle handle, nint address, int length, long offset, TransferFlags flags);

    /// <summary>Writes at an offset; the file's own position is unchanged.</summary>
    /// <param name="handle">A file open for writing.</param>
    /// <param name="address">The bytes; must be aligned if the file is direct.</param>
    /// <param name="length">Number of bytes, 1 to 2,147,479,552.</param>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="flags">Flags of this request.</param>
    /// <returns>Bytes written, possibly fewer; or the error.</returns>
    NativeResult Write(SafeFileHandle handle, nint address, int length, long offset, TransferFlags flags);

    /// <summary>Makes the file's data, and the metadata needed to read it, durable (fdatasync).</summary>
    /// <param name="handle">An open file.</param>
    /// <returns>
    /// 0, or the error. After an error the file's content is lost or unknown, and repeating the call proves nothing.
    /// </returns>
    NativeResult FlushData(SafeFileHandle handle);

    /// <summary>Makes the file's data and all its metadata durable (fsync); also for directories.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <returns>
    /// 0, or the error. After an error the file's content is lost or unknown, and repeating the call proves nothing.
    /// </returns>
    NativeResult FlushAll(SafeFileHandle handle);

    /// <summary>Makes everything on a file's file system durable (syncfs).</summary>
    /// <param name="handle">Any open file on it.</param>
    /// <returns>0, or the error.</returns>
    NativeResult FlushFileSystem(SafeFileHandle handle);

    /// <summary>Sets the file's length; allocates no blocks, and cuts off what is beyond.</summary>
    /// <param name="handle">A file open for writing.</param>
    /// <param name="length">Bytes, 0 or more.</param>
    /// <returns>0, or the error.</returns>
    NativeResult SetLength(SafeFileHandle handle, long length);

    /// <summary>Reserves blocks for a range without writing them (fallocate).</summary>
    /// <param name="handle">A file open for writing.</param>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="length">Bytes, 1 or more.</param>
    /// <param name="reservation">Whether the length changes.</param>
    /// <returns>0, or the error; after no-space the amount reserved is unspecified.</returns>
    NativeResult Reserve(SafeFileHandle handle, long offset, long length, SpaceReservation reservation);

    /// <summary>Frees the blocks of a range, which then reads as zeros; the length is unchanged (fallocate).</summary>
    /// <param name="handle">A file open for writing.</param>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="length">Bytes, 1 or more.</param>
    /// <returns>0, or the error.</returns>
    NativeResult PunchHole(SafeFileHandle handle, long offset, long length);

    /// <summary>
    /// Locks a file against other locks of this kind until it is closed (flock); the lock is advisory.
    /// </summary>
    /// <param name="handle">An open file.</param>
    /// <param name="kind">Whether others may also hold a lock.</param>
    /// <returns>0, or the error; would-block if another descriptor holds a conflicting lock.</returns>
    NativeResult TryLock(SafeFileHandle handle, FileLockKind kind);

    /// <summary>Releases a lock (flock), even if others still hold copies of the descriptor.</summary>
    /// <param name="handle">An open file.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Unlock(SafeFileHandle handle);

    /// <summary>Gives the page cache advice about a range.</summary>
    /// <param name="handle">An open file.</param>
    /// <param name="offset">First byte.</param>
    /// <param name="length">Bytes; 0 means to the end.</param>
    /// <param name="advice">The advice.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Advise(SafeFileHandle handle, long offset, long length, AccessAdvice advice);

    /// <summary>Gets the status of an open file.</summary>
    /// <param name="handle">An open file.</param>
    /// <param name="status">The result; undefined on failure.</param>
    /// <param name="asksServer">
    /// True to ask the server of a network file system; otherwise its client may answer from memory.
    /// </param>
    /// <returns>0, or the error.</returns>
    NativeResult Status(SafeFileHandle handle, out FileStatus status, bool asksServer = false);

    /// <summary>Gets the status of a name without opening it; symbolic links are followed.</summary>
    /// <param name="path">The name.</param>
    /// <param name="status">The result; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult StatusOf(FilePath path, out FileStatus status);

    /// <summary>Gets the status of the file system that holds an open file.</summary>
    /// <param name="handle">An open file or directory.</param>
    /// <param name="status">The result; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Volume(SafeFileHandle handle, out VolumeStatus status);

    /// <summary>Gets the mappings of a range to the device.</summary>
    /// <param name="handle">An open file.</param>
    /// <param name="start">First byte, 0 or more.</param>
    /// <param name="extents">
    /// Receives the mappings in order; 1 or more, of which at most 1,000 are requested at once.
    /// </param>
    /// <param name="query">What to do with dirty data, which has no blocks yet.</param>
    /// <returns>Number of mappings filled in, 0 if none are left; or the error.</returns>
    /// <exception cref="ArgumentException">The start is negative, or there is no room for a mapping.</exception>
    NativeResult Extents(SafeFileHandle handle, long start, Span<NativeExtent> extents, ExtentQuery query);

    /// <summary>Gets what the blocks of a volume hold (GETFSMAP, Linux 4.12); supported by ext4 and XFS.</summary>
    /// <param name="handle">An open file or directory of the volume.</param>
    /// <param name="after">The last range received; the default starts with the first.</param>
    /// <param name="extents">
    /// Receives the ranges in order, device by device; 1 or more, of which at most 1,000 are requested at once.
    /// </param>
    /// <returns>Number of ranges filled in, 0 if none are left; or the error.</returns>
    /// <exception cref="ArgumentException">There is no room for a range.</exception>
    NativeResult VolumeExtents(SafeFileHandle handle, in NativeVolumeExtent after, Span<NativeVolumeExtent> extents);

    /// <summary>Counts a range's pages in the page cache (cachestat, Linux 6.5).</summary>
    /// <param name="handle">A file that the user owns or may write; other files return not-permitted.</param>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="length">Bytes, 0 or more; 0 means to the end.</param>
    /// <param name="counts">The result; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Offset or length is negative.</exception>
    NativeResult CachedPages(SafeFileHandle handle, long offset, long length, out CachedPageCounts counts);

    /// <summary>Gets the number of bytes written to a pipe and not read yet (FIONREAD).</summary>
    /// <param name="pipe">Either end.</param>
    /// <returns>Number of bytes; or the error, for anything that has no such number.</returns>
    NativeResult UnreadBytes(SafeFileHandle pipe);

    /// <summary>Removes a name; the file is freed when no process has it open.</summary>
    /// <param name="path">The name of a file, not of a directory.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Remove(FilePath path);
}

/// <summary>How a descriptor may access the file's bytes.</summary>
internal enum FileAccessKind
{
    /// <summary>Read-only.</summary>
    Read,

    /// <summary>Write-only.</summary>
    Write,

    /// <summary>Reading and writing.</summary>
    ReadWrite,

    /// <summary>Neither: only queries what the name is (O_PATH on Linux); never blocks on a FIFO or a device.</summary>
    Identify,
}

/// <summary>What opening does if the file does or does not exist.</summary>
internal enum FileCreation
{
    /// <summary>The file must exist.</summary>
    MustExist,

    /// <summary>
    /// The file must not exist; it is created empty, accessible to its owner and, as the umask allows, others.
    /// </summary>
    CreateNew,

    /// <summary>The file is created empty if it is missing; symbolic links are followed.</summary>
    OpenOrCreate,
}

/// <summary>Flags of one read or write.</summary>
[Flags]
internal enum TransferFlags
{
    /// <summary>No flags.</summary>
    None = 0,

    /// <summary>Drops the pages that this request brought into the cache (RWF_DONTCACHE, Linux 6.14).</summary>
    Uncached = 1,

    /// <summary>Completes a write only when its data is durable (RWF_DSYNC).</summary>
    DataDurable = 2,

    /// <summary>Fails with would-block rather than waiting for the device (RWF_NOWAIT).</summary>
    NoWait = 4,
}

/// <summary>What reserving blocks does with the file's length.</summary>
internal enum SpaceReservation
{
    /// <summary>Reserves blocks and lengthens the file to the end of the range.</summary>
    SetLength,

    /// <summary>Reserves blocks without changing the length.</summary>
    KeepLength,
}

/// <summary>The kinds of locks on a whole file.</summary>
internal enum FileLockKind
{
    /// <summary>Others may hold shared locks.</summary>
    Shared,

    /// <summary>No other opener may hold any lock.</summary>
    Exclusive,
}

/// <summary>Advice to the page cache about a range (posix_fadvise).</summary>
internal enum AccessAdvice
{
    /// <summary>No special treatment.</summary>
    Normal,

    /// <summary>Random order: no read-ahead.</summary>
    Random,

    /// <summary>Sequential order: a larger read-ahead window.</summary>
    Sequential,

    /// <summary>Fetches the range now.</summary>
    WillNeed,

    /// <summary>Drops the clean pages of the range.</summary>
    DontNeed,

    /// <summary>The range is used only once.</summary>
    NoReuse,
}

/// <summary>The status of a mounted file system, as the system reports it.</summary>
/// <param name="TypeMagic">The file system's magic number (statfs(2)).</param>
/// <param name="BlockSize">Allocation unit, bytes.</param>
/// <param name="TotalBytes">Size of the volume.</param>
/// <param name="AvailableBytes">Bytes that this user may still allocate.</param>
/// <param name="AvailableFiles">
/// Number of files that can still be created; 0 if the file system does not count them.
/// </param>
/// <param name="IsReadOnly">True if it is mounted read-only.</param>
internal readonly record struct VolumeStatus(
    long TypeMagic, long BlockSize, long TotalBytes, long AvailableBytes, long AvailableFiles, bool IsReadOnly)
{
    /// <summary>Unallocated bytes, including those that only root may allocate.</summary>
    public long FreeBytes { get; init; }

    /// <summary>
    /// True if it is mounted so that programs on it run only with the rights of who starts them (nosuid).
    /// </summary>
    public bool IgnoresSetIds { get; init; }
}

/// <summary>Pages of a file range in the page cache (cachestat).</summary>
/// <param name="Cached">Pages in the cache.</param>
/// <param name="Dirty">The changed pages among these that are not being written yet.</param>
/// <param name="Writeback">The pages among these that are being written.</param>
/// <param name="Evicted">Pages of the range that were evicted.</param>
/// <param name="RecentlyEvicted">
/// The pages among these that were evicted so recently that reading them again means memory pressure.
/// </param>
internal readonly record struct CachedPageCounts(
    long Cached, long Dirty, long Writeback, long Evicted, long RecentlyEvicted);
