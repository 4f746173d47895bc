using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct statfs on 64-bit Linux, 120 bytes; only the fields that are used.</summary>
[StructLayout(LayoutKind.Explicit, Size = 120)]
internal struct StatFs
{
    [FieldOffset(0)] internal long Type;
    [FieldOffset(8)] internal long BlockSize;
    [FieldOffset(16)] internal ulong Blocks;
    [FieldOffset(32)] internal ulong BlocksAvailable;
    [FieldOffset(48)] internal ulong FilesFree;
    [FieldOffset(72)] internal long FragmentSize;
    [FieldOffset(80)] internal long Flags;
}
