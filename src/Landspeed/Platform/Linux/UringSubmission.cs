using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct io_uring_sqe, 64 bytes; only the fields that are used.</summary>
[StructLayout(LayoutKind.Explicit, Size = 64)]
internal struct UringSubmission
{
    [FieldOffset(0)] internal byte Opcode;
    [FieldOffset(1)] internal byte Flags;
    [FieldOffset(2)] internal ushort Priority;
    [FieldOffset(4)] internal int File;
    [FieldOffset(8)] internal ulong Offset;
    [FieldOffset(16)] internal ulong Address;
    [FieldOffset(24)] internal uint Length;
    [FieldOffset(28)] internal uint OperationFlags;
    [FieldOffset(32)] internal ulong UserData;
    [FieldOffset(40)] internal ushort BufferIndex;
}
