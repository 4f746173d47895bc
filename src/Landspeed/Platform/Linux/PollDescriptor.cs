using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct pollfd.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct PollDescriptor
{
    internal int File;
    internal short Wanted;
    internal short Found;
}
