using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

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
