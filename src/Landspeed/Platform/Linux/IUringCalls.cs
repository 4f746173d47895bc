using System.Runtime.InteropServices;

namespace Landspeed.Platform.Linux;

/// <summary>The three system calls of io_uring and the mapping of its rings.</summary>
/// <remarks>An interface, so that tests can simulate a kernel that interrupts, is old, or is short of memory.</remarks>
internal unsafe interface IUringCalls
{
    /// <summary>Creates a ring.</summary>
    /// <returns>Its descriptor, close-on-exec; or the error.</returns>
    NativeResult Setup(uint entries, UringParameters* parameters);

    /// <summary>Submits requests and waits for completions.</summary>
    /// <param name="ring">The ring, or its registered number.</param>
    /// <param name="submit">Requests to submit.</param>
    /// <param name="minimum">Completions to wait for.</param>
    /// <param name="flags">IORING_ENTER_*.</param>
    /// <param name="timeoutNs">
    /// Maximum wait in nanoseconds, if IORING_FEAT_EXT_ARG is supported; negative for no limit.
    /// </param>
    /// <returns>Requests taken, 0 when the time is up; or the error.</returns>
    NativeResult Enter(int ring, uint submit, uint minimum, uint flags, long timeoutNs);

    /// <summary>Registers files, memory or the ring itself, or probes operations.</summary>
    /// <returns>0 or a count; or the error.</returns>
    NativeResult Register(int ring, uint operation, void* argument, uint count);

    /// <summary>Maps a part of the ring, shared and populated.</summary>
    NativeResult Map(int ring, long length, long part, out nint address);

    /// <summary>Closes a ring; requests in flight go on until they complete.</summary>
    void CloseRing(int ring);
}

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

/// <summary>struct io_uring_cqe, 16 bytes.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct UringCompletion
{
    internal ulong UserData;
    internal int Result;
    internal uint Flags;
}

/// <summary>struct io_uring_files_update and io_uring_rsrc_update, 16 bytes.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct UringFilesUpdate
{
    internal uint Offset;
    internal uint Reserved;
    internal ulong Data;
}

/// <summary>struct io_uring_rsrc_update2, 32 bytes: an update with tags and their count.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct UringTaggedUpdate
{
    internal uint Offset;
    internal uint Reserved;
    internal ulong Data;
    internal ulong Tags;
    internal uint Count;
    internal uint Reserved2;
}
