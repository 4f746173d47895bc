using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// One open regular file with what we know about it: the mode its transfers really have, the alignment of direct
/// requests, its volume, and whether a failed flush has condemned it.
/// </summary>
/// <remarks>
/// Any thread may read the properties. Transfers use explicit offsets through <see cref="Handle"/>; there is no
/// position. Closing reports nothing, so flush first whatever must be on the medium.
/// </remarks>
internal sealed partial class StorageFile : IDisposable
{
    private readonly SafeFileHandle _handle;
    private string? _fileSystem;
    private int _condemningCode;
    private volatile bool _isLocked;

    private StorageFile(
        SafeFileHandle handle, FilePath path, StorageFileOptions options, in FileStatus status, string? fileSystem)
    {
        _handle = handle;
        Path = path;
        Access = options.Access;
        RequestedMode = options.Mode;
        Geometry = FileGeometry.From(status);
        Identity = FileIdentity.Of(status);
        _fileSystem = fileSystem;
        LengthWhenOpened = status.Length;
    }

    /// <summary>The open descriptor; stays owned by this object.</summary>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    public SafeFileHandle Handle
    {
        get
        {
            ObjectDisposedException.ThrowIf(_handle.IsClosed, this);
            return _handle;
        }
    }

    /// <summary>The name under which it was opened.</summary>
    public FilePath Path { get; }

    /// <summary>How the descriptor may access the file.</summary>
    public FileAccessKind Access { get; }

    /// <summary>True if the descriptor may write.</summary>
    public bool CanWrite => Access != FileAccessKind.Read;

    /// <summary>True if the descriptor may read.</summary>
    public bool CanRead => Access != FileAccessKind.Write;

    /// <summary>The requested mode.</summary>
    public IoMode RequestedMode { get; }

    /// <summary>The mode of the transfers; never reported as direct after a transfer showed otherwise.</summary>
    public IoMode EffectiveMode { get; private set; }

    /// <summary>Why the mode differs from the requested one, or which part of it is unproven; otherwise null.</summary>
    public string? ModeReason { get; private set; }

    /// <summary>The flags of each transfer in the effective mode.</summary>
    public TransferFlags TransferFlags =>
        EffectiveMode == IoMode.Uncached ? TransferFlags.Uncached : TransferFlags.None;

    /// <summary>The required alignment of direct requests; irrelevant to the other modes.</summary>
    public FileGeometry Geometry { get; }

    /// <summary>Device, inode and creation time.</summary>
    public FileIdentity Identity { get; }

    /// <summary>The file system's name, for example <c>ext4</c>; its magic number in hexadecimal when
    /// unknown.</summary>
    public string FileSystemName => _fileSystem ??= NameOfFileSystem(_handle);

    /// <summary>True if the file system keeps its files in memory, so that they cannot leave the page cache.</summary>
    public bool IsInMemory => FileSystemNames.IsMemory(FileSystemName);

    /// <summary>Current length of the file in bytes. One system call.</summary>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    public long Length => Status().Length;

    /// <summary>True if a flush failed: from then on the file's content on the medium is unknown for good.</summary>
    public bool IsCondemned => CondemnedBy.IsError;

    /// <summary>The error of the flush that condemned the file, otherwise none.</summary>
    public NativeError CondemnedBy => new(Volatile.Read(ref _condemningCode));

    /// <summary>
    /// The directory to which a relative <see cref="Path"/> refers; null if the path is not relative, or the full name
    /// is not wanted.
    /// </summary>
    internal string? WorkingDirectory { get; init; }

    /// <summary>The full name under which it was opened, as in FileStream.Name.</summary>
    internal string FullName => System.IO.Path.GetFullPath(Path.Text, WorkingDirectory ?? "/");

    /// <summary>Length of the file in bytes when it was opened; no system call.</summary>
    internal long LengthWhenOpened { get; }

    /// <summary>Held by a flush: of two flushes at the same time, the system reports an error to only one.</summary>
    internal Lock FlushTurn { get; } = new();

    /// <summary>Called once when the file is closed, while it is still open; must not throw.</summary>
    internal Action<StorageFile>? BeforeClose { get; set; }

    /// <summary>Gets the current status of the file. One system call; allocates only on failure.</summary>
    /// <returns>The status.</returns>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    public FileStatus Status()
    {
        NativeResult result = NativePlatform.Files.Status(Handle, out FileStatus status);
        return result.Succeeded ? status : throw new NativeIOException("ask the status of", Path, result.Error);
    }

    /// <summary>Gets the current status of the file's volume. One system call; allocates only on failure.</summary>
    /// <returns>The status.</returns>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    public VolumeStatus Volume()
    {
        VolumeStatus status = default;
        NativeResult result = Interruptions.Retry(() => NativePlatform.Files.Volume(Handle, out status));
        return result.Succeeded ? status : throw new NativeIOException("ask the volume of", Path, result.Error);
    }

    /// <summary>Takes an advisory lock on the file until it is closed.</summary>
    /// <param name="kind">Whether others may also hold a lock.</param>
    /// <returns>False if a conflicting lock is held; true also if the file system has no locks.</returns>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>One system call. The same lock as FileStream's: they see each other. Source: flock(2).</remarks>
    public bool TryLock(FileLockKind kind)
    {
        SafeFileHandle handle = Handle;
        NativeResult locked = Interruptions.Retry(() => NativePlatform.Files.TryLock(handle, kind));
        _isLocked |= locked.Succeeded;
        return locked.Error.Kind != NativeErrorKind.WouldBlock;
    }

    /// <summary>
    /// Changes the mode of the transfers, which must not be in flight; falls back to buffered if the system refuses.
    /// </summary>
    /// <param name="mode">The mode.</param>
    /// <param name="reason">The reason, for <see cref="ModeReason"/>; null to use the system's.</param>
    /// <exception cref="ArgumentOutOfRangeException">The mode is undefined.</exception>
    /// <exception cref="NativeIOException">A system call failed; the mode is unchanged, or buffered.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>
    /// Proven by a transfer, as in <see cref="Open(FilePath, StorageFileOptions)"/>, at the same cost.
    /// </remarks>
    public void UseMode(IoMode mode, string? reason = null)
    {
        if (mode == IoMode.Buffered && EffectiveMode == IoMode.Buffered)
        {
            ModeReason = reason;
            return;
        }

        ModeDecision decision = new ModeProbe(Handle, Path, Access, Status(), FileSystemName).Apply(mode);
        (EffectiveMode, ModeReason) = (decision.Mode, reason ?? decision.Reason);
    }

    /// <summary>
    /// Unlocks the file and closes the descriptor; further calls do nothing. No transfer may be in flight.
    /// </summary>
    public void Dispose()
    {
        if (BeforeClose is { } before && !_handle.IsClosed)
        {
            BeforeClose = null;
            before(this);
        }

        // A child process started at this moment has a copy of the descriptor until it executes its program: the lock
        // must not last that long. .NET's own handles do the same.
        if (_isLocked && !_handle.IsClosed)
        {
            NativePlatform.Files.Unlock(_handle);
        }

        _handle.Dispose();
    }

    /// <summary>
    /// Removes the name under which the file was opened, unless it leads to another file by now; failures are ignored.
    /// </summary>
    internal void RemoveName() => RemoveName(Handle, FilePath.FromText(FullName));

    /// <summary>Condemns the file; the first error is kept, and no error condemns nothing.</summary>
    internal void Condemn(NativeError error) => Interlocked.CompareExchange(ref _condemningCode, error.Code, 0);

    /// <summary>Throws if the file is not open for writing.</summary>
    internal void RequireWritable(string operation)
    {
        if (!CanWrite)
        {
            throw new InvalidOperationException($"cannot {operation} {Path.Display}: it is open for reading only");
        }
    }
}
