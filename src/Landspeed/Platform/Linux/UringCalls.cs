using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>The three system calls of io_uring and the mapping of its rings.</summary>
internal static unsafe class UringCalls
{
    /// <summary>Makes a ring.</summary>
    /// <returns>Its descriptor, close-on-exec; or the error.</returns>
    internal static NativeResult Setup(uint entries, UringParameters* parameters) =>
        Result(Syscall(SYS_io_uring_setup, (nint)entries, (nint)parameters, 0, 0, 0, 0));

    /// <summary>Submits requests and waits for completions.</summary>
    /// <returns>Requests taken; or the error.</returns>
    internal static NativeResult Enter(int ring, uint submit, uint minimum, uint flags) =>
        Result(Syscall(SYS_io_uring_enter, ring, (nint)submit, (nint)minimum, (nint)flags, 0, 0));

    /// <summary>Registers files, memory or the ring itself, or probes operations.</summary>
    /// <returns>0 or a count; or the error.</returns>
    internal static NativeResult Register(int ring, uint operation, void* argument, uint count) =>
        Result(Syscall(SYS_io_uring_register, ring, (nint)operation, (nint)argument, (nint)count, 0, 0));

    /// <summary>Maps a part of the ring, shared and populated.</summary>
    internal static NativeResult Map(int ring, long length, long part, out nint address)
    {
        NativeResult result = Result(
            Mmap(0, (nuint)length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, part));
        address = result.Succeeded ? (nint)result.Value : 0;
        return result.Succeeded ? default : result;
    }

    /// <summary>Closes a ring; what is still in flight goes on until it completes.</summary>
    internal static void CloseRing(int ring) => Close(ring);
}
