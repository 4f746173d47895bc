using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct statx, 256 bytes; only the fields that are used.</summary>
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal struct Statx
{
    [FieldOffset(0)] internal uint Mask;
    [FieldOffset(4)] internal uint BlockSize;
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
