using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>A file's metadata: permissions, owner, times, attributes.</summary>
internal sealed unsafe partial class LinuxTreeCalls
{
    private const long NanosecondsPerSecond = 1_000_000_000;

    public NativeResult SetPermissions(SafeFileHandle handle, int permissions) =>
        Result(Fchmod(handle, (uint)permissions));

    public NativeResult SetEntryPermissions(SafeFileHandle directory, FilePath name, int permissions)
    {
        fixed (byte* bytes = name.ToNullTerminated())
        {
            return Result(FchmodAt(directory, bytes, (uint)permissions, 0));
        }
    }

    public NativeResult SetOwner(SafeFileHandle handle, uint userId, uint groupId) =>
        Result(Fchown(handle, userId, groupId));

    public NativeResult SetEntryOwner(SafeFileHandle directory, FilePath name, uint userId, uint groupId)
    {
        fixed (byte* bytes = name.ToNullTerminated())
        {
            return Result(FchownAt(directory, bytes, userId, groupId, AT_SYMLINK_NOFOLLOW));
        }
    }

    public NativeResult SetTimes(SafeFileHandle handle, FileTime accessed, FileTime modified)
    {
        TimeSpecification* times = stackalloc TimeSpecification[] { Specification(accessed), Specification(modified) };
        return Result(Futimens(handle, times));
    }

    public NativeResult SetEntryTimes(
        SafeFileHandle directory, FilePath name, FileTime accessed, FileTime modified)
    {
        TimeSpecification* times = stackalloc TimeSpecification[] { Specification(accessed), Specification(modified) };
        fixed (byte* bytes = name.ToNullTerminated())
        {
            return Result(UtimensAt(directory, bytes, times, AT_SYMLINK_NOFOLLOW));
        }
    }

    public NativeResult ListAttributes(SafeFileHandle handle, Span<byte> names)
    {
        fixed (byte* room = names)
        {
            return Result(Flistxattr(handle, room, (nuint)names.Length));
        }
    }

    public NativeResult GetAttribute(SafeFileHandle handle, FilePath name, Span<byte> value)
    {
        fixed (byte* bytes = name.ToNullTerminated(), room = value)
        {
            return Result(Fgetxattr(handle, bytes, room, (nuint)value.Length));
        }
    }

    public NativeResult SetAttribute(SafeFileHandle handle, FilePath name, ReadOnlySpan<byte> value)
    {
        fixed (byte* bytes = name.ToNullTerminated(), content = value)
        {
            return Result(Fsetxattr(handle, bytes, content, (nuint)value.Length, 0));
        }
    }

    public NativeResult RemoveAttribute(SafeFileHandle handle, FilePath name)
    {
        fixed (byte* bytes = name.ToNullTerminated())
        {
            return Result(Fremovexattr(handle, bytes));
        }
    }

    public NativeResult IsWrittenInPlace(SafeFileHandle file)
    {
        NativeResult asked = Flags(file, out int flags);
        return asked.Failed ? asked : new NativeResult((flags & FS_NOCOW_FL) != 0 ? 1 : 0);
    }

    public NativeResult WriteInPlace(SafeFileHandle file)
    {
        NativeResult asked = Flags(file, out int flags);
        flags |= FS_NOCOW_FL;
        return asked.Failed ? asked : Result(Ioctl(file, FS_IOC_SETFLAGS, &flags));
    }

    // An int, although the call's number says long.
    private static NativeResult Flags(SafeFileHandle file, out int flags)
    {
        int found = 0;
        NativeResult asked = Result(Ioctl(file, FS_IOC_GETFLAGS, &found));
        flags = found;
        return asked;
    }

    private static TimeSpecification Specification(FileTime time) =>
        new() { Seconds = time.Seconds, Nanoseconds = time.Nanoseconds };
}
