using System.Buffers;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>Status of a file, its extents, and which pages are cached.</summary>
internal sealed unsafe partial class LinuxFileCalls
{
    // 1,000 extents of 56 bytes: a 56 KiB result, and one call for nearly every file.
    private const int ExtentsPerCall = 1000;
    internal const uint StatusMask =
        STATX_BASIC_STATS | STATX_BTIME | STATX_MNT_ID | STATX_DIOALIGN | STATX_DIO_READ_ALIGN;

    public NativeResult Status(SafeFileHandle handle, out FileStatus status, bool asksServer = false)
    {
        Statx native = default;
        byte empty = 0;
        int flags = AT_EMPTY_PATH | (asksServer ? AT_STATX_FORCE_SYNC : 0);
        NativeResult result = Result(LinuxFunctions.Statx(handle, &empty, flags, StatusMask, &native));
        status = Convert(native);
        return result;
    }

    public NativeResult StatusOf(FilePath path, out FileStatus status)
    {
        ArgumentNullException.ThrowIfNull(path);
        Statx native = default;
        if (LongPath.Is(path))
        {
            return StatusOfLong(path, out status);
        }

        fixed (byte* name = path.ToNullTerminated())
        {
            NativeResult result = Result(LinuxFunctions.Statx(AT_FDCWD, name, 0, StatusMask, &native));
            status = Convert(native);
            return result;
        }
    }

    private static NativeResult StatusOfLong(FilePath path, out FileStatus status)
    {
        Statx native = default;
        NativeResult result = LongPath.Reach(path, out SafeFileHandle? directory, out FilePath rest);
        using (directory)
        {
            fixed (byte* name = rest.ToNullTerminated())
            {
                result = result.Failed
                    ? result : Result(LinuxFunctions.Statx(directory!, name, 0, StatusMask, &native));
            }
        }

        status = Convert(native);
        return result;
    }

    public NativeResult Volume(SafeFileHandle handle, out VolumeStatus status)
    {
        StatFs native = default;
        NativeResult result = Result(Fstatfs(handle, &native));

        // Blocks are counted in f_frsize. FUSE and virtiofs report a larger f_bsize, the most efficient transfer size.
        status = new VolumeStatus(
            native.Type,
            native.FragmentSize,
            Saturate(native.Blocks, native.FragmentSize),
            Saturate(native.BlocksAvailable, native.FragmentSize),
            (long)Math.Min(native.FilesFree, long.MaxValue),
            (native.Flags & ST_RDONLY) != 0)
        {
            FreeBytes = Saturate(native.BlocksFree, native.FragmentSize),
            IgnoresSetIds = (native.Flags & ST_NOSUID) != 0,
        };
        return result;
    }

    public NativeResult Extents(SafeFileHandle handle, long start, Span<NativeExtent> extents, ExtentQuery query)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(start);
        if (extents.IsEmpty)
        {
            // Without room FIEMAP counts the extents rather than filling them in.
            throw new ArgumentException("room for at least 1 extent is needed", nameof(extents));
        }

        int count = Math.Min(extents.Length, ExtentsPerCall);
        byte[] answer = ArrayPool<byte>.Shared.Rent(sizeof(FiemapHeader) + (count * sizeof(FiemapExtent)));
        try
        {
            fixed (byte* bytes = answer)
            {
                var header = (FiemapHeader*)bytes;
                *header = new FiemapHeader
                {
                    Start = (ulong)start,
                    Length = long.MaxValue - (ulong)start,
                    Flags = query == ExtentQuery.WriteBackFirst ? FIEMAP_FLAG_SYNC : 0,
                    ExtentCount = (uint)count,
                };
                NativeResult result = Result(Ioctl(handle, FS_IOC_FIEMAP, header));
                if (result.Failed)
                {
                    return result;
                }

                var native = (FiemapExtent*)(header + 1);
                for (int index = 0; index < (int)header->MappedExtents; index++)
                {
                    extents[index] = Convert(native[index]);
                }

                return new NativeResult(header->MappedExtents);
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(answer);
        }
    }

    public NativeResult CachedPages(SafeFileHandle handle, long offset, long length, out CachedPageCounts counts)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        var range = new CachestatRange { Offset = (ulong)offset, Length = (ulong)length };
        Cachestat native = default;
        NativeResult result = Result(Syscall(SYS_cachestat, handle, (nint)(&range), (nint)(&native), 0, 0, 0));
        counts = new CachedPageCounts(
            (long)native.Cached,
            (long)native.Dirty,
            (long)native.Writeback,
            (long)native.Evicted,
            (long)native.RecentlyEvicted);
        return result;
    }

    public NativeResult UnreadBytes(SafeFileHandle pipe)
    {
        int count = 0;
        NativeResult asked = Result(Ioctl(pipe, FIONREAD, &count));
        return asked.Failed ? asked : new NativeResult(count);
    }

    internal static FileStatus Convert(in Statx native) => new()
    {
        Kind = KindOf(native.Mode),
        Length = (long)native.Size,
        AllocatedBytes = (long)native.Blocks * 512,
        PreferredBlockSize = (int)native.BlockSize,
        Inode = native.Inode,
        Device = new DeviceNumber(native.DeviceMajor, native.DeviceMinor),
        MountId = (native.Mask & STATX_MNT_ID) != 0 ? native.MountId : 0,
        LinkCount = native.LinkCount,
        Modified = new FileTime(native.ModifiedSeconds, (int)native.ModifiedNanoseconds),
        Accessed = new FileTime(native.AccessedSeconds, (int)native.AccessedNanoseconds),
        Changed = new FileTime(native.ChangedSeconds, (int)native.ChangedNanoseconds),
        Permissions = native.Mode & FilePermissions.All,
        IsCompressed = (native.Attributes & STATX_ATTR_COMPRESSED) != 0,
        IsAppendOnly = (native.Attributes & STATX_ATTR_APPEND) != 0,
        UserId = native.UserId,
        GroupId = native.GroupId,
        NodeDevice = new DeviceNumber(native.NodeDeviceMajor, native.NodeDeviceMinor),
        Born = (native.Mask & STATX_BTIME) != 0
            ? new FileTime(native.BornSeconds, (int)native.BornNanoseconds) : null,
        DirectAlignmentKnown = (native.Mask & STATX_DIOALIGN) != 0,
        DirectMemoryAlignment = (int)native.DioMemoryAlignment,
        DirectOffsetAlignment = (int)native.DioOffsetAlignment,
        DirectReadOffsetAlignment =
            (native.Mask & STATX_DIO_READ_ALIGN) != 0 ? (int)native.DioReadOffsetAlignment : 0,
    };

    private static NativeExtent Convert(in FiemapExtent native) => new(
        (long)native.Logical, (long)native.Physical, (long)native.Length, (NativeExtentFlags)(int)native.Flags);

    private static FileKind KindOf(ushort mode) => (mode & S_IFMT) switch
    {
        S_IFREG => FileKind.Regular,
        S_IFDIR => FileKind.Directory,
        S_IFLNK => FileKind.SymbolicLink,
        S_IFIFO => FileKind.Fifo,
        S_IFSOCK => FileKind.Socket,
        S_IFBLK => FileKind.BlockDevice,
        S_IFCHR => FileKind.CharacterDevice,
        _ => FileKind.Unknown,
    };

    // A network file system may claim more than 8 EiB.
    private static long Saturate(ulong blocks, long blockSize) =>
        Math.BigMul(blocks, (ulong)Math.Max(blockSize, 0), out ulong low) > 0 ? long.MaxValue : (long)Math.Min(low, long.MaxValue);
}

/// <summary>struct statx, 256 bytes; only the fields that are used.</summary>
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal struct Statx
{
    [FieldOffset(0)] internal uint Mask;
    [FieldOffset(4)] internal uint BlockSize;
    [FieldOffset(8)] internal ulong Attributes;
    [FieldOffset(16)] internal uint LinkCount;
    [FieldOffset(20)] internal uint UserId;
    [FieldOffset(24)] internal uint GroupId;
    [FieldOffset(28)] internal ushort Mode;
    [FieldOffset(32)] internal ulong Inode;
    [FieldOffset(40)] internal ulong Size;
    [FieldOffset(48)] internal ulong Blocks;
    [FieldOffset(64)] internal long AccessedSeconds;
    [FieldOffset(72)] internal uint AccessedNanoseconds;
    [FieldOffset(80)] internal long BornSeconds;
    [FieldOffset(88)] internal uint BornNanoseconds;
    [FieldOffset(96)] internal long ChangedSeconds;
    [FieldOffset(104)] internal uint ChangedNanoseconds;
    [FieldOffset(112)] internal long ModifiedSeconds;
    [FieldOffset(120)] internal uint ModifiedNanoseconds;
    [FieldOffset(128)] internal uint NodeDeviceMajor;
    [FieldOffset(132)] internal uint NodeDeviceMinor;
    [FieldOffset(136)] internal uint DeviceMajor;
    [FieldOffset(140)] internal uint DeviceMinor;
    [FieldOffset(144)] internal ulong MountId;
    [FieldOffset(152)] internal uint DioMemoryAlignment;
    [FieldOffset(156)] internal uint DioOffsetAlignment;
    [FieldOffset(180)] internal uint DioReadOffsetAlignment;
}

/// <summary>struct statfs on 64-bit Linux, 120 bytes; only the fields that are used.</summary>
[StructLayout(LayoutKind.Explicit, Size = 120)]
internal struct StatFs
{
    [FieldOffset(0)] internal long Type;
    [FieldOffset(8)] internal long BlockSize;
    [FieldOffset(16)] internal ulong Blocks;
    [FieldOffset(24)] internal ulong BlocksFree;
    [FieldOffset(32)] internal ulong BlocksAvailable;
    [FieldOffset(48)] internal ulong FilesFree;
    [FieldOffset(72)] internal long FragmentSize;
    [FieldOffset(80)] internal long Flags;
}

/// <summary>struct cachestat.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct Cachestat
{
    internal ulong Cached;
    internal ulong Dirty;
    internal ulong Writeback;
    internal ulong Evicted;
    internal ulong RecentlyEvicted;
}

/// <summary>struct cachestat_range.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct CachestatRange
{
    internal ulong Offset;
    internal ulong Length;
}

/// <summary>struct fiemap, the 32-byte header before the extents.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct FiemapHeader
{
    internal ulong Start;
    internal ulong Length;
    internal uint Flags;
    internal uint MappedExtents;
    internal uint ExtentCount;
    internal uint Reserved;
}

/// <summary>struct fiemap_extent, 56 bytes.</summary>
[StructLayout(LayoutKind.Explicit, Size = 56)]
internal struct FiemapExtent
{
    [FieldOffset(0)] internal ulong Logical;
    [FieldOffset(8)] internal ulong Physical;
    [FieldOffset(16)] internal ulong Length;
    [FieldOffset(40)] internal uint Flags;
}
