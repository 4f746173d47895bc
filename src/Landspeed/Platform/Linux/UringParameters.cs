using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>struct io_uring_params, 120 bytes, with the ring offsets flattened.</summary>
[StructLayout(LayoutKind.Explicit, Size = 120)]
internal struct UringParameters
{
    [FieldOffset(0)] internal uint SubmissionEntries;
    [FieldOffset(4)] internal uint CompletionEntries;
    [FieldOffset(8)] internal uint Flags;
    [FieldOffset(20)] internal uint Features;
    [FieldOffset(40)] internal uint SubmissionHead;
    [FieldOffset(44)] internal uint SubmissionTail;
    [FieldOffset(48)] internal uint SubmissionMask;
    [FieldOffset(64)] internal uint SubmissionArray;
    [FieldOffset(80)] internal uint CompletionHead;
    [FieldOffset(84)] internal uint CompletionTail;
    [FieldOffset(88)] internal uint CompletionMask;
    [FieldOffset(96)] internal uint CompletionOverflow;
    [FieldOffset(100)] internal uint CompletionArray;
}
