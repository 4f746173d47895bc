using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct cachestat_range.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct CachestatRange
{
    internal ulong Offset;
    internal ulong Length;
}
