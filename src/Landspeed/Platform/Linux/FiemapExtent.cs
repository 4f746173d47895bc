using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct fiemap_extent, 56 bytes.</summary>
[StructLayout(LayoutKind.Explicit, Size = 56)]
internal struct FiemapExtent
{
    [FieldOffset(0)] internal ulong Logical;
    [FieldOffset(8)] internal ulong Physical;
    [FieldOffset(16)] internal ulong Length;
    [FieldOffset(40)] internal uint Flags;
}
