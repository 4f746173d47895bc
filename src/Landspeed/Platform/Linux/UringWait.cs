using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct io_uring_getevents_arg, 24 bytes: until when io_uring_enter waits.</summary>
[StructLayout(LayoutKind.Explicit, Size = 24)]
internal struct UringWait
{
    [FieldOffset(0)] internal ulong SignalMask;
    [FieldOffset(8)] internal uint SignalMaskSize;
    [FieldOffset(16)] internal ulong Time;
}
