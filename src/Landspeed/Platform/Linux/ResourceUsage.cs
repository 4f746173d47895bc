using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct rusage on 64-bit Linux, 144 bytes; only the fields that are used.</summary>
[StructLayout(LayoutKind.Explicit, Size = 144)]
internal struct ResourceUsage
{
    [FieldOffset(0)] internal long UserSeconds;
    [FieldOffset(8)] internal long UserMicroseconds;
    [FieldOffset(16)] internal long SystemSeconds;
    [FieldOffset(24)] internal long SystemMicroseconds;
    [FieldOffset(128)] internal long VoluntarySwitches;
    [FieldOffset(136)] internal long InvoluntarySwitches;
}
