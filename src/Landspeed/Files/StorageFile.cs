using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// One open regular file as we see it: which mode its transfers really have, what direct requests must keep to, where
/// it lies, and whether a failed flush has condemned it.
/// </summary>
/// <remarks>
/// The properties may be read by any thread. Transfers go by explicit offsets through <see cref="Handle"/>;
/// there is no
/// position. Closing reports nothing: what must be known to be on the medium is flushed before.
/// </remarks>
public sealed partial class StorageFile : IDisposable
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

    /// <summary>What the descriptor may do.</summary>
    public FileAccessKind Access { get; }

    /// <summary>Whether the descriptor may write.</summary>
    public bool CanWrite => Access != FileAccessKind.Read;

    /// <summary>Whether the descriptor may read.</summary>
    public bool CanRead => Access != FileAccessKind.Write;

    /// <summary>The mode that was asked for.</summary>
    public IoMode RequestedMode { get; }

    /// <summary>The mode that transfers have; never called direct where a transfer showed otherwise.</summary>
    public IoMode EffectiveMode { get; private set; }

    /// <summary>Why the mode is not the requested one, or what of it is not proven; null when neither.</summary>
    public string? ModeReason { get; private set; }

    /// <summary>The flags that each transfer carries in the effective mode.</summary>
    public TransferFlags TransferFlags =>
        EffectiveMode == IoMode.Uncached ? TransferFlags.Uncached : TransferFlags.None;

    /// <summary>What direct requests must keep to; of no concern to the other modes.</summary>
    public FileGeometry Geometry { get; }

    /// <summary>Device, inode and time of birth.</summary>
    public FileIdentity Identity { get; }

    /// <summary>The file system's name, for example <c>ext4</c>; its magic number in hexadecimal when
    /// unknown.</summary>
    public string FileSystemName => _fileSystem ??= NameOfFileSystem(_handle);

    /// <summary>Whether the file system keeps its files in memory, so that they cannot leave the page cache.</summary>
    public bool IsInMemory => FileSystemNames.IsMemory(FileSystemName);

    /// <summary>Bytes in the file now. One system call.</summary>
    /// <exception cref="NativeIOException">The system refused to report it.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    public long Length => Status().Length;

    /// <summary>Whether a flush failed: what the file holds on the medium is unknown from then on, for
    /// good.</summary>
    public bool IsCondemned => CondemnedBy.IsError;

    /// <summary>The error of the flush that condemned the file, else none.</summary>
    public NativeError CondemnedBy => new(Volatile.Read(ref _condemningCode));

    /// <summary>
    /// What a relative <see cref="Path"/> starts at; null: it is not relative, or the full name is not wanted.
    /// </summary>
    internal string? WorkingDirectory { get; init; }

    /// <summary>The full name under which it was opened, as FileStream.Name.</summary>
    internal string FullName => System.IO.Path.GetFullPath(Path.Text, WorkingDirectory ?? "/");

    /// <summary>Bytes in the file when it was opened; no system call.</summary>
    internal long LengthWhenOpened { get; }

    /// <summary>Held by a flush: the system reports an error to only one of two flushes at the same time.</summary>
    internal Lock FlushTurn { get; } = new();

    /// <summary>Called once when the file is closed, while it is still open; must not throw.</summary>
    internal Action<StorageFile>? BeforeClose { get; set; }

    /// <summary>What the system says of the file now. One system call, no allocation but on failure.</summary>
    /// <returns>The status.</returns>
    /// <exception cref="NativeIOException">The system refused to report it.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    public FileStatus Status()
    {
        NativeResult result = NativePlatform.Files.Status(Handle, out FileStatus status);
        return result.Succeeded ? status : throw new NativeIOException("ask the status of", Path, result.Error);
    }

    /// <summary>What the system says of the file's volume now. One system call, no allocation but on
    /// failure.</summary>
    /// <returns>The status.</returns>
    /// <exception cref="NativeIOException">The system refused to report it.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    public VolumeStatus Volume()
    {
        VolumeStatus status = default;
        NativeResult result = Interruptions.Retry(() => NativePlatform.Files.Volume(Handle, out status));
        return result.Succeeded ? status : throw new NativeIOException("ask the volume of", Path, result.Error);
    }

    /// <summary>Locks the file, for programs that ask, until it is closed.</summary>
    /// <param name="kind">Whether others may hold a lock as well.</param>
    /// <returns>False when somebody holds a lock that does not go with it; true also where the file system has no locks.</returns>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>One system call. The same lock as FileStream's: they see each other. Source: flock(2).</remarks>
    public bool TryLock(FileLockKind kind)
    {
        SafeFileHandle handle = Handle;
        NativeResult locked = Interruptions.Retry(() => NativePlatform.Files.TryLock(handle, kind));
        _isLocked |= locked.Succeeded;
        return locked.Error.Kind != NativeErrorKind.WouldBlock;
    }

    /// <summary>Changes the mode of the transfers, with nothing in flight; buffered where the system refuses.</summary>
    /// <param name="mode">The mode.</param>
    /// <param name="reason">Why, for <see cref="ModeReason"/>; null to leave that to what the system says.</param>
    /// <exception cref="ArgumentOutOfRangeException">It is not a mode.</exception>
    /// <exception cref="NativeIOException">The system failed; the mode is as before, or buffered.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>Proven by a transfer, as by <see cref="Open(FilePath, StorageFileOptions)"/>, at the same cost.</remarks>
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

    /// <summary>Unlocks the file and closes the descriptor; further calls do nothing. Nothing may be in flight.</summary>
    public void Dispose()
    {
        if (BeforeClose is { } before && !_handle.IsClosed)
        {
            BeforeClose = null;
            before(this);
        }

        // A child process that was started this moment has a copy of the descriptor until it executes its program: the
        // lock must not last as long. .NET's own handles do the same.
        if (_isLocked && !_handle.IsClosed)
        {
            NativePlatform.Files.Unlock(_handle);
        }

        _handle.Dispose();
    }

    /// <summary>
    /// Removes the name under which the file was opened, unless it leads to another one by now; a failure is nothing.
    /// </summary>
    internal void RemoveName() => RemoveName(Handle, FilePath.FromText(FullName));

    /// <summary>Condemns the file; the first error stays, and none condemns nothing.</summary>
    internal void Condemn(NativeError error) => Interlocked.CompareExchange(ref _condemningCode, error.Code, 0);

    /// <summary>Refuses a call that writes on a file that is only read.</summary>
    internal void RequireWritable(string operation)
    {
        if (!CanWrite)
        {
            throw new InvalidOperationException($"cannot {operation} {Path.Display}: it is open for reading only");
        }
    }
}
