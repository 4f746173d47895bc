using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

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
