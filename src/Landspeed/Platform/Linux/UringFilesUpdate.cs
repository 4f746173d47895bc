using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct io_uring_files_update and io_uring_rsrc_update, 16 bytes.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct UringFilesUpdate
{
    internal uint Offset;
    internal uint Reserved;
    internal ulong Data;
}
