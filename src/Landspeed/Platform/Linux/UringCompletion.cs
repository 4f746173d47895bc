using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct io_uring_cqe, 16 bytes.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct UringCompletion
{
    internal ulong UserData;
    internal int Result;
    internal uint Flags;
}
