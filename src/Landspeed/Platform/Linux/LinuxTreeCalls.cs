using System.Globalization;
using System.Text;
using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>Calls on names in open directories, Linux.</summary>
internal sealed unsafe partial class LinuxTreeCalls : ITreeCalls
{
    internal static readonly LinuxTreeCalls Instance = new();

    // Read once: umask(2) cannot query without setting, and the alternative reads a file.
    private readonly Lazy<int> _maskedOwnerRights = new(() => CreationMask() & FilePermissions.OwnDirectory);

    private LinuxTreeCalls()
    {
    }

    public NativeResult Open(
        SafeFileHandle directory, FilePath name, EntryOpening opening, int permissions, out SafeFileHandle? handle)
    {
        int flags = O_CLOEXEC | O_NOFOLLOW | opening switch
        {
            EntryOpening.Read => O_RDONLY | O_NONBLOCK,
            EntryOpening.ReadUnnoticed => O_RDONLY | O_NONBLOCK | O_NOATIME,
            EntryOpening.ReadWrite => O_RDWR | O_NONBLOCK,
            EntryOpening.CreateNew => O_RDWR | O_CREAT | O_EXCL,
            EntryOpening.CreateUnnamed => O_RDWR | O_TMPFILE,
            EntryOpening.Directory => O_RDONLY | O_DIRECTORY,
            EntryOpening.Identify => O_PATH,
            _ => throw new ArgumentOutOfRangeException(nameof(opening), opening, "not an opening"),
        };
        NativeResult opened;
        fixed (byte* bytes = name.ToNullTerminated())
        {
            opened = Opened(OpenAt(directory, bytes, flags, (uint)permissions), out handle);
        }

        bool isNew = opening is EntryOpening.CreateNew or EntryOpening.CreateUnnamed;
        if (isNew && opened.Succeeded)
        {
            KeepOwnerRights(handle!, permissions);
        }

        return opened;
    }

    public NativeResult OpenDirectory(FilePath path, out SafeFileHandle? handle) =>
        OpenDirectory(path, O_RDONLY, out handle);

    public NativeResult OpenForNames(FilePath path, out SafeFileHandle? handle) =>
        OpenDirectory(path, O_PATH, out handle);

    public NativeResult Status(SafeFileHandle directory, FilePath name, out FileStatus status)
    {
        Statx native = default;
        fixed (byte* bytes = name.ToNullTerminated())
        {
            NativeResult result = Result(Statx(directory, bytes, AT_SYMLINK_NOFOLLOW, LinuxFileCalls.StatusMask, &native));
            status = LinuxFileCalls.Convert(native);
            return result;
        }
    }

    public NativeResult ReadNames(SafeFileHandle directory, Span<byte> buffer)
    {
        fixed (byte* bytes = buffer)
        {
            return Result(Syscall(SYS_getdents64, directory, (nint)bytes, buffer.Length, 0, 0, 0));
        }
    }

    public NativeResult Rewind(SafeFileHandle directory) => Result(Lseek(directory, 0, SEEK_SET));

    public NativeResult CreateDirectory(SafeFileHandle directory, FilePath name, int permissions)
    {
        fixed (byte* bytes = name.ToNullTerminated())
        {
            NativeResult made = Result(MkdirAt(directory, bytes, (uint)permissions));
            if (_maskedOwnerRights.Value != 0 && made.Succeeded)
            {
                _ = FchmodAt(directory, bytes, (uint)Unmasked(permissions), 0);
            }

            return made;
        }
    }

    public NativeResult Rename(
        SafeFileHandle from, FilePath name, SafeFileHandle to, FilePath newName, RenameRule rule)
    {
        int flags = rule switch
        {
            RenameRule.Replace => 0,
            RenameRule.MustBeFree => RENAME_NOREPLACE,
            RenameRule.Exchange => RENAME_EXCHANGE,
            _ => throw new ArgumentOutOfRangeException(nameof(rule), rule, "not a rule"),
        };
        fixed (byte* old = name.ToNullTerminated(), fresh = newName.ToNullTerminated())
        {
            return Result(Syscall(SYS_renameat2, from, old, to, fresh, flags));
        }
    }

    public NativeResult Remove(SafeFileHandle directory, FilePath name)
    {
        fixed (byte* bytes = name.ToNullTerminated())
        {
            return Result(UnlinkAt(directory, bytes, 0));
        }
    }

    public NativeResult RemoveDirectory(SafeFileHandle directory, FilePath name)
    {
        fixed (byte* bytes = name.ToNullTerminated())
        {
            return Result(UnlinkAt(directory, bytes, AT_REMOVEDIR));
        }
    }

    public NativeResult Link(SafeFileHandle from, FilePath name, SafeFileHandle to, FilePath newName)
    {
        fixed (byte* old = name.ToNullTerminated(), fresh = newName.ToNullTerminated())
        {
            return Result(LinkAt(from, old, to, fresh, 0));
        }
    }

    public NativeResult LinkUnnamed(SafeFileHandle file, SafeFileHandle directory, FilePath newName)
    {
        // Through the descriptor's name in /proc: linking a descriptor itself (AT_EMPTY_PATH) needs a privilege before
        // Linux 6.10.
        using var held = new HeldDescriptor(file);
        byte[] descriptor = Encoding.ASCII.GetBytes(
            string.Create(CultureInfo.InvariantCulture, $"/proc/self/fd/{held.Number}\0"));
        fixed (byte* old = descriptor, fresh = newName.ToNullTerminated())
        {
            return Result(LinkAt(directory, old, directory, fresh, AT_SYMLINK_FOLLOW));
        }
    }

    public NativeResult CreateSymbolicLink(FilePath content, SafeFileHandle directory, FilePath name)
    {
        fixed (byte* target = content.ToNullTerminated(), bytes = name.ToNullTerminated())
        {
            return Result(SymlinkAt(target, directory, bytes));
        }
    }

    public NativeResult ReadSymbolicLink(SafeFileHandle directory, FilePath name, Span<byte> content)
    {
        fixed (byte* bytes = name.ToNullTerminated(), room = content)
        {
            return Result(ReadlinkAt(directory, bytes, room, (nuint)content.Length));
        }
    }

    public NativeResult CreateNode(
        SafeFileHandle directory, FilePath name, FileKind kind, int permissions, DeviceNumber device)
    {
        int type = kind switch
        {
            FileKind.Fifo => S_IFIFO,
            FileKind.Socket => S_IFSOCK,
            FileKind.BlockDevice => S_IFBLK,
            FileKind.CharacterDevice => S_IFCHR,
            _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "not a FIFO, socket or device"),
        };
        fixed (byte* bytes = name.ToNullTerminated())
        {
            return Result(MknodAt(directory, bytes, (uint)(type | permissions), Packed(device)));
        }
    }

    public NativeResult Seek(SafeFileHandle handle, long offset, SparsePart sought) =>
        Result(Lseek(handle, offset, sought == SparsePart.Data ? SEEK_DATA : SEEK_HOLE));

    public NativeResult ShareBlocks(SafeFileHandle target, SafeFileHandle source) =>
        Result(Ioctl(target, FICLONE, source));

    public NativeResult ReadNext(SafeFileHandle handle, nint address, int length) =>
        Result(LinuxFunctions.Read(handle, (void*)address, (nuint)length));

    public NativeResult WriteNext(SafeFileHandle handle, nint address, int length) =>
        Result(LinuxFunctions.Write(handle, (void*)address, (nuint)length));

    public NativeResult WriteNextAtOnce(SafeFileHandle handle, nint address, int length)
    {
        var vector = new IoVector { Address = address, Length = (nuint)length };
        return Result(Pwritev2(handle, &vector, 1, -1, RWF_NOWAIT));
    }

    public NativeResult WaitReady(SafeFileHandle handle, bool toWrite, int milliseconds)
    {
        using var descriptor = new HeldDescriptor(handle);
        var waited = new PollDescriptor { File = descriptor.Number, Wanted = (ushort)(toWrite ? POLLOUT : POLLIN) };
        return Result(Poll(&waited, 1, milliseconds));
    }

    public NativeResult IsInherited(SafeFileHandle handle)
    {
        // Files opened by .NET are marked close-on-exec; inherited ones are not.
        NativeResult flags = Result(Fcntl(handle, F_GETFD, 0));
        return flags.Failed ? flags : new NativeResult((flags.Raw & FD_CLOEXEC) == 0 ? 1 : 0);
    }

    public NativeResult IsWritable(SafeFileHandle handle)
    {
        NativeResult flags = Result(Fcntl(handle, F_GETFL, 0));
        return flags.Failed ? flags : new NativeResult((flags.Raw & O_ACCMODE) is O_WRONLY or O_RDWR ? 1 : 0);
    }

    public NativeResult Duplicate(SafeFileHandle handle, out SafeFileHandle? duplicate) =>
        Opened(Fcntl(handle, F_DUPFD_CLOEXEC, 0), out duplicate);

    public NativeResult Close(SafeFileHandle handle)
    {
        // From here on the descriptor belongs to this call: it is closed even if that fails, and never twice.
        int descriptor = (int)handle.DangerousGetHandle();
        handle.SetHandleAsInvalid();
        handle.Dispose();
        return Result(LinuxFunctions.Close(descriptor));
    }

    public NativeResult CloseDuplicate(SafeFileHandle handle)
    {
        NativeResult duplicate = Result(Fcntl(handle, F_DUPFD_CLOEXEC, 0));
        return duplicate.Failed ? duplicate : Result(LinuxFunctions.Close((int)duplicate.Raw));
    }

    public FilePath? NameOf(SafeFileHandle handle)
    {
        // Bytes, because not every name is text. For a directory whose path is longer than a call accepts, the system
        // does not report it.
        using var held = new HeldDescriptor(handle);
        Span<byte> content = stackalloc byte[PATH_MAX];
        fixed (byte* link = Encoding.ASCII.GetBytes($"{TextPathOf(handle)}\0"), room = content)
        {
            NativeResult read = Result(ReadlinkAt(handle, link, room, PATH_MAX));
            return read.Failed || content[0] != (byte)'/' ? null : FilePath.FromBytes(content[..(int)read.Value]);
        }
    }

    public string TextPathOf(SafeFileHandle handle) =>
        string.Create(CultureInfo.InvariantCulture, $"/proc/self/fd/{handle.DangerousGetHandle()}");

    public bool IsOpenElsewhere(FilePath name, SafeFileHandle except)
    {
        string end = $"/{name.Text}";
        string ours = FormattableString.Invariant($"/proc/{Environment.ProcessId}/fd/{except.DangerousGetHandle()}");
        var files = new SystemFiles();
        return files.Names("/proc").Where(process => process.All(char.IsAsciiDigit))
            .SelectMany(process => files.Names($"/proc/{process}/fd").Select(number => $"/proc/{process}/fd/{number}"))
            .Any(descriptor => descriptor != ours && files.Link(descriptor)?.EndsWith(end, StringComparison.Ordinal) == true);
    }

    public ProcessIdentity Identity() => new(Geteuid(), Getegid(), CreationMask());

    /// <summary>Restores the owner's rights that a umask with owner bits removed from a newly created file.</summary>
    internal void KeepOwnerRights(SafeFileHandle made, int permissions)
    {
        if (_maskedOwnerRights.Value != 0)
        {
            _ = Fchmod(made, (uint)Unmasked(permissions));
        }
    }

    // Others get at most what the umask leaves; the owner gets what was requested.
    private static int Unmasked(int permissions) => permissions & ~(CreationMask() & ~FilePermissions.OwnDirectory);

    // umask(2) reports the mask only while setting it, for all threads; the kernel also shows it in a text file (Linux 4.7).
    private static int CreationMask() => new SystemFiles().Value("/proc/self/status", "Umask") is { } mask
        ? Convert.ToInt32(mask, 8)
        : FilePermissions.Everybody;

    private static NativeResult OpenDirectory(FilePath path, int access, out SafeFileHandle? handle)
    {
        int flags = access | O_DIRECTORY | O_CLOEXEC;
        if (LongPath.Is(path))
        {
            return LongPath.Open(path, flags, 0, out handle);
        }

        fixed (byte* bytes = path.ToNullTerminated())
        {
            return Opened(LinuxFunctions.Open(bytes, flags, 0), out handle);
        }
    }

    // gnu_dev_makedev: 12 bits of minor below and 20 above the 12 and 20 of major.
    private static ulong Packed(DeviceNumber device) =>
        (device.Minor & 0xFFUL) | ((device.Major & 0xFFFUL) << 8)
        | ((device.Minor & ~0xFFUL) << 12) | ((device.Major & ~0xFFFUL) << 32);

    /// <summary>The number of a descriptor that stays open until this is disposed.</summary>
    private readonly ref struct HeldDescriptor
    {
        private readonly SafeFileHandle _handle;

        internal HeldDescriptor(SafeFileHandle handle)
        {
            bool isHeld = false;
            handle.DangerousAddRef(ref isHeld);
            _handle = handle;
            Number = (int)handle.DangerousGetHandle();
        }

        internal int Number { get; }

        public void Dispose() => _handle.DangerousRelease();
    }
}
