using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct timespec on 64-bit Linux.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct TimeSpecification
{
    internal long Seconds;
    internal long Nanoseconds;
}
