using System.Buffers;
using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>What a file is, where its bytes lie, and which of them are cached.</summary>
internal sealed unsafe partial class LinuxFileCalls
{
    // 1,000 extents of 56 bytes: a 56 KiB answer, one call for nearly every file.
    private const int ExtentsPerCall = 1000;
    private const int PermissionBits = 0xFFF;
    internal const uint StatusMask =
        STATX_BASIC_STATS | STATX_BTIME | STATX_MNT_ID | STATX_DIOALIGN | STATX_DIO_READ_ALIGN;

    public NativeResult Status(SafeFileHandle handle, out FileStatus status)
    {
        Statx native = default;
        byte empty = 0;
        NativeResult result = Result(LinuxFunctions.Statx(handle, &empty, AT_EMPTY_PATH, StatusMask, &native));
        status = Convert(native);
        return result;
    }

    public NativeResult StatusOf(FilePath path, out FileStatus status)
    {
        ArgumentNullException.ThrowIfNull(path);
        Statx native = default;
        fixed (byte* name = path.ToNullTerminated())
        {
            NativeResult result = Result(LinuxFunctions.Statx(AT_FDCWD, name, 0, StatusMask, &native));
            status = Convert(native);
            return result;
        }
    }

    public NativeResult Volume(SafeFileHandle handle, out VolumeStatus status)
    {
        StatFs native = default;
        NativeResult result = Result(Fstatfs(handle, &native));

        // Blocks are counted in f_frsize. FUSE and virtiofs give a larger f_bsize, the size that transfers best.
        status = new VolumeStatus(
            native.Type,
            native.FragmentSize,
            Saturate(native.Blocks, native.FragmentSize),
            Saturate(native.BlocksAvailable, native.FragmentSize),
            (long)Math.Min(native.FilesFree, long.MaxValue),
            (native.Flags & ST_RDONLY) != 0);
        return result;
    }

    public NativeResult Extents(SafeFileHandle handle, long start, Span<NativeExtent> extents, ExtentQuery query)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(start);
        if (extents.IsEmpty)
        {
            // FIEMAP with no room counts the extents instead of filling them in.
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
        Permissions = native.Mode & PermissionBits,
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
