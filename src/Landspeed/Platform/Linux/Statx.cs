using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct statx, 256 bytes; only the fields that are used.</summary>
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal struct Statx
{
    [FieldOffset(0)] internal uint Mask;
    [FieldOffset(4)] internal uint BlockSize;
    [FieldOffset(16)] internal uint LinkCount;
    [FieldOffset(28)] internal ushort Mode;
    [FieldOffset(32)] internal ulong Inode;
    [FieldOffset(40)] internal ulong Size;
    [FieldOffset(48)] internal ulong Blocks;
    [FieldOffset(80)] internal long BornSeconds;
    [FieldOffset(88)] internal uint BornNanoseconds;
    [FieldOffset(112)] internal long ModifiedSeconds;
    [FieldOffset(120)] internal uint ModifiedNanoseconds;
    [FieldOffset(136)] internal uint DeviceMajor;
    [FieldOffset(140)] internal uint DeviceMinor;
    [FieldOffset(144)] internal ulong MountId;
    [FieldOffset(152)] internal uint DioMemoryAlignment;
    [FieldOffset(156)] internal uint DioOffsetAlignment;
    [FieldOffset(180)] internal uint DioReadOffsetAlignment;
}
