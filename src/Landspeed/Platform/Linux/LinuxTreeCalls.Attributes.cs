using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>What a file carries besides its bytes: permissions, owner, times, attributes.</summary>
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

    public NativeResult SetTimes(SafeFileHandle handle, Int128 accessedNs, Int128 modifiedNs)
    {
        TimeSpecification* times = stackalloc TimeSpecification[] { Specification(accessedNs), Specification(modifiedNs) };
        return Result(Futimens(handle, times));
    }

    public NativeResult SetEntryTimes(
        SafeFileHandle directory, FilePath name, Int128 accessedNs, Int128 modifiedNs)
    {
        TimeSpecification* times = stackalloc TimeSpecification[] { Specification(accessedNs), Specification(modifiedNs) };
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

    // Nanoseconds count up from the second before, also before 1970.
    private static TimeSpecification Specification(Int128 ns)
    {
        Int128 seconds = ns / NanosecondsPerSecond;
        seconds = ns < seconds * NanosecondsPerSecond ? seconds - 1 : seconds;
        return new TimeSpecification
        {
            Seconds = (long)seconds,
            Nanoseconds = (long)(ns - (seconds * NanosecondsPerSecond)),
        };
    }
}
