using System.Buffers;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>What the blocks of a volume hold.</summary>
internal sealed unsafe partial class LinuxFileCalls
{
    // 1,000 ranges of 64 bytes: a 63 KiB result.
    private const int RangesPerCall = 1000;

    public NativeResult VolumeExtents(SafeFileHandle handle, in NativeVolumeExtent after, Span<NativeVolumeExtent> extents)
    {
        if (extents.IsEmpty)
        {
            // Without room GETFSMAP counts the ranges rather than filling them in.
            throw new ArgumentException("room for at least 1 range is needed", nameof(extents));
        }

        int count = Math.Min(extents.Length, RangesPerCall);
        byte[] answer = ArrayPool<byte>.Shared.Rent(sizeof(FsmapHead) + (count * sizeof(Fsmap)));
        try
        {
            fixed (byte* bytes = answer)
            {
                var head = (FsmapHead*)bytes;
                *head = new FsmapHead
                {
                    Count = (uint)count,
                    Low = KeyOf(after),

                    // Everything up to the end. XFS refuses a length here.
                    High = new Fsmap
                    {
                        Device = uint.MaxValue, Flags = uint.MaxValue, Physical = ulong.MaxValue, Owner = ulong.MaxValue, Offset = ulong.MaxValue,
                    },
                };
                NativeResult result = Result(Ioctl(handle, FS_IOC_GETFSMAP, head));
                if (result.Failed)
                {
                    return result;
                }

                var ranges = (Fsmap*)(head + 1);
                bool hasDevices = (head->OutputFlags & FMH_OF_DEV_T) != 0;
                for (int index = 0; index < (int)head->Entries; index++)
                {
                    extents[index] = Convert(ranges[index], hasDevices);
                }

                return new NativeResult(head->Entries);
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(answer);
        }
    }

    private static Fsmap KeyOf(in NativeVolumeExtent extent) => new()
    {
        Device = extent.DeviceCode,
        Flags = (uint)extent.Flags,
        Physical = (ulong)extent.PhysicalOffset,
        Owner = extent.Owner,
        Offset = extent.OwnerOffset,
        Length = (ulong)extent.Length,
    };

    private static NativeVolumeExtent Convert(in Fsmap native, bool hasDevices) => new(
        native.Device,
        hasDevices ? DeviceOf(native.Device) : null,
        (NativeVolumeExtentFlags)(int)native.Flags,
        (long)native.Physical,
        (long)native.Length,
        native.Owner,
        native.Offset);

    // The kernel's encoding: 12 bits of major between 8 low and 12 high bits of minor (linux/kdev_t.h, new_encode_dev).
    private static DeviceNumber DeviceOf(uint code) => new((code >> 8) & 0xFFF, (code & 0xFF) | ((code >> 12) & 0xFFF00));
}

/// <summary>struct fsmap, 64 bytes.</summary>
[StructLayout(LayoutKind.Explicit, Size = 64)]
internal struct Fsmap
{
    [FieldOffset(0)] internal uint Device;
    [FieldOffset(4)] internal uint Flags;
    [FieldOffset(8)] internal ulong Physical;
    [FieldOffset(16)] internal ulong Owner;
    [FieldOffset(24)] internal ulong Offset;
    [FieldOffset(32)] internal ulong Length;
}

/// <summary>struct fsmap_head, the 192-byte header before the ranges.</summary>
[StructLayout(LayoutKind.Explicit, Size = 192)]
internal struct FsmapHead
{
    [FieldOffset(4)] internal uint OutputFlags;
    [FieldOffset(8)] internal uint Count;
    [FieldOffset(12)] internal uint Entries;
    [FieldOffset(64)] internal Fsmap Low;
    [FieldOffset(128)] internal Fsmap High;
}
