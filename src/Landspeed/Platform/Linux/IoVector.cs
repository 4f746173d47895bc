using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct iovec.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct IoVector
{
    internal nint Address;
    internal nuint Length;
}
