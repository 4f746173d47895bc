namespace Landspeed.Platform.Linux;

/// <summary>The three system calls of io_uring and the mapping of its rings.</summary>
/// <remarks>An interface so that tests can be the kernel that interrupts, is old, or is short of memory.</remarks>
internal unsafe interface IUringCalls
{
    /// <summary>Makes a ring.</summary>
    /// <returns>Its descriptor, close-on-exec; or the error.</returns>
    NativeResult Setup(uint entries, UringParameters* parameters);

    /// <summary>Submits requests and waits for completions.</summary>
    /// <returns>Requests taken; or the error.</returns>
    NativeResult Enter(int ring, uint submit, uint minimum, uint flags);

    /// <summary>Registers files, memory or the ring itself, or probes operations.</summary>
    /// <returns>0 or a count; or the error.</returns>
    NativeResult Register(int ring, uint operation, void* argument, uint count);

    /// <summary>Maps a part of the ring, shared and populated.</summary>
    NativeResult Map(int ring, long length, long part, out nint address);

    /// <summary>Closes a ring; what is still in flight goes on until it completes.</summary>
    void CloseRing(int ring);
}
