using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>Calls on files, Linux.</summary>
internal sealed unsafe partial class LinuxFileCalls : IFileCalls
{
    internal static readonly LinuxFileCalls Instance = new();

    // rw for owner, group and others; the umask applies, as for every program.
    private const uint NewFileMode = FilePermissions.NewFile;

    private LinuxFileCalls()
    {
    }

    public NativeResult Open(
        FilePath path,
        FileAccessKind access,
        FileCreation creation,
        out SafeFileHandle? handle,
        UnixFileMode? permissions = null)
    {
        ArgumentNullException.ThrowIfNull(path);
        int flags = O_CLOEXEC | O_NONBLOCK | access switch
        {
            FileAccessKind.Read => O_RDONLY,
            FileAccessKind.Write => O_WRONLY,
            FileAccessKind.ReadWrite => O_RDWR,
            FileAccessKind.Identify => O_PATH,
            _ => throw new ArgumentOutOfRangeException(nameof(access), access, "not an access"),
        };
        flags |= creation switch
        {
            FileCreation.CreateNew => O_CREAT | O_EXCL,
            FileCreation.OpenOrCreate => O_CREAT,
            _ => 0,
        };
        uint mode = (uint?)permissions ?? NewFileMode;
        if (LongPath.Is(path))
        {
            return LongPath.Open(path, flags, mode, out handle);
        }

        NativeResult opened;
        fixed (byte* name = path.ToNullTerminated())
        {
            opened = Opened(LinuxFunctions.Open(name, flags, mode), out handle);
        }

        if (creation == FileCreation.CreateNew && permissions is null && opened.Succeeded)
        {
            LinuxTreeCalls.Instance.KeepOwnerRights(handle!, (int)NewFileMode);
        }

        return opened;
    }

    public NativeResult EnableDirect(SafeFileHandle handle) => SetStatusFlags(handle, O_DIRECT);

    public NativeResult DisableDirect(SafeFileHandle handle) => SetStatusFlags(handle, 0);

    public NativeResult Read(SafeFileHandle handle, nint address, int length, long offset, TransferFlags flags)
    {
        if (flags == TransferFlags.None)
        {
            return Result(Pread(handle, address, (nuint)length, offset));
        }

        var vector = new IoVector { Address = address, Length = (nuint)length };
        return Result(Preadv2(handle, &vector, 1, offset, PerRequestFlags(flags)));
    }

    public NativeResult Write(SafeFileHandle handle, nint address, int length, long offset, TransferFlags flags)
    {
        if (flags == TransferFlags.None)
        {
            return Result(Pwrite(handle, address, (nuint)length, offset));
        }

        var vector = new IoVector { Address = address, Length = (nuint)length };
        return Result(Pwritev2(handle, &vector, 1, offset, PerRequestFlags(flags)));
    }

    public NativeResult FlushData(SafeFileHandle handle) => Result(Fdatasync(handle));

    public NativeResult FlushAll(SafeFileHandle handle) => Result(Fsync(handle));

    public NativeResult FlushFileSystem(SafeFileHandle handle) => Result(Syncfs(handle));

    public NativeResult SetLength(SafeFileHandle handle, long length) => Result(Ftruncate(handle, length));

    public NativeResult Reserve(SafeFileHandle handle, long offset, long length, SpaceReservation reservation) =>
        Result(Fallocate(
            handle, reservation == SpaceReservation.KeepLength ? FALLOC_FL_KEEP_SIZE : 0, offset, length));

    public NativeResult PunchHole(SafeFileHandle handle, long offset, long length) =>
        Result(Fallocate(handle, FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE, offset, length));

    public NativeResult TryLock(SafeFileHandle handle, FileLockKind kind) =>
        Result(Flock(handle, (kind == FileLockKind.Shared ? LOCK_SH : LOCK_EX) | LOCK_NB));

    public NativeResult Unlock(SafeFileHandle handle) => Result(Flock(handle, LOCK_UN));

    public NativeResult Advise(SafeFileHandle handle, long offset, long length, AccessAdvice advice) =>
        new(-PosixFadvise(handle, offset, length, (int)advice));

    public NativeResult Remove(FilePath path)
    {
        ArgumentNullException.ThrowIfNull(path);
        if (LongPath.Is(path))
        {
            NativeResult reached = LongPath.Reach(path, out SafeFileHandle? directory, out FilePath rest);
            using (directory)
            {
                return reached.Failed ? reached : LinuxTreeCalls.Instance.Remove(directory!, rest);
            }
        }

        fixed (byte* name = path.ToNullTerminated())
        {
            return Result(Unlink(name));
        }
    }

    /// <summary>Returns the RWF_ flags of a transfer; the same for preadv2 and io_uring.</summary>
    internal static int PerRequestFlags(TransferFlags flags) =>
        ((flags & TransferFlags.Uncached) != 0 ? RWF_DONTCACHE : 0)
        | ((flags & TransferFlags.DataDurable) != 0 ? RWF_DSYNC : 0)
        | ((flags & TransferFlags.NoWait) != 0 ? RWF_NOWAIT : 0);

    // Setting the flags also clears O_NONBLOCK, which was needed only on opening, to avoid waiting for a FIFO;
    // O_NOATIME stays.
    private static NativeResult SetStatusFlags(SafeFileHandle handle, int flags)
    {
        NativeResult now = Result(Fcntl(handle, F_GETFL, 0));
        return now.Failed ? now : Result(Fcntl(handle, F_SETFL, flags | ((int)now.Value & O_NOATIME)));
    }
}
