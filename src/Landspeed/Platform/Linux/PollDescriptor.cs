using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct pollfd.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct PollDescriptor
{
    internal int File;
    internal ushort Wanted;
    internal ushort Found;
}
