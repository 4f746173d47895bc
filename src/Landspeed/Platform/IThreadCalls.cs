using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>The system's calls on threads: waiting on an address, and where a thread runs.</summary>
/// <remarks>Thread-safe; nothing allocates on the managed heap.</remarks>
internal interface IThreadCalls
{
    /// <summary>Sleeps while a word holds a value (futex wait).</summary>
    /// <param name="address">Address of 32 bits in native memory, aligned to 4; must outlive the call.</param>
    /// <param name="expected">The value on which to sleep.</param>
    /// <param name="timeoutNs">Longest sleep in nanoseconds; negative means without limit.</param>
    /// <returns>0 when woken; or would-block when the word differs, interrupted, or an error of kind other on time-out. Callers look again.</returns>
    NativeResult WaitOnAddress(nint address, int expected, long timeoutNs);

    /// <summary>Wakes sleepers of an address (futex wake).</summary>
    /// <param name="address">The address on which they sleep.</param>
    /// <param name="count">Threads to wake at most, 1 or more.</param>
    /// <returns>How many were woken.</returns>
    NativeResult WakeOnAddress(nint address, int count);

    /// <summary>Makes a counter that one thread raises and another waits for among its other requests (eventfd).</summary>
    /// <param name="counter">The counter, at 0, close-on-exec, never blocking; owned by the caller; null on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult CreateEventCounter(out SafeFileHandle? counter);

    /// <summary>Raises a counter by one: it becomes readable.</summary>
    /// <param name="counter">From <see cref="CreateEventCounter"/>.</param>
    /// <returns>0, or the error; would-block when it is raised as far as it goes, and so readable already.</returns>
    NativeResult SignalEventCounter(SafeFileHandle counter);

    /// <summary>Sets a counter back to 0.</summary>
    /// <param name="counter">From <see cref="CreateEventCounter"/>.</param>
    /// <returns>0, or the error; would-block when it was 0.</returns>
    NativeResult ClearEventCounter(SafeFileHandle counter);

    /// <summary>Processor time of the process, all threads and its kernel helper threads, user and system.</summary>
    /// <param name="times">The answer; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult ProcessTimes(out ProcessorTimes times);

    /// <summary>Makes a write past the limit on the file size an error; without this the system ends the process.</summary>
    /// <returns>0, or the error.</returns>
    /// <remarks>For the whole process, and for programs that it starts. Source: setrlimit(2), signal(7).</remarks>
    NativeResult IgnoreFileSizeSignal();

    /// <summary>
    /// Gives each of the descriptors 0, 1 and 2 that is closed to a file on which its use fails. Without this the next file that is
    /// opened gets the number, and what is meant for standard output goes into it.
    /// </summary>
    /// <returns>0, or the error.</returns>
    /// <remarks>For the whole process; to be called before it opens files. Up to six system calls. Source: open(2), fcntl(2).</remarks>
    NativeResult OccupyStandardDescriptors();

    /// <summary>Lets the calling thread open files as another user, without root's privileges over files unless that is root.</summary>
    /// <param name="userId">The user.</param>
    /// <param name="previous">The user before, to go back to.</param>
    /// <returns>0, or not-permitted: the thread is who it was.</returns>
    /// <remarks>Of this thread alone; two system calls. Source: setfsuid(2).</remarks>
    NativeResult UseFileUser(uint userId, out uint previous);

    /// <summary>How many descriptors the process may have at a time.</summary>
    /// <returns>The number, <see cref="int.MaxValue"/> where there is no limit; or the error.</returns>
    /// <remarks>The runtime raises it to what the system allows when it starts. Source: getrlimit(2), RLIMIT_NOFILE.</remarks>
    NativeResult MostDescriptors();
}

/// <summary>Processor time used so far, and how often the scheduler was involved.</summary>
/// <param name="UserNs">Time in the program, nanoseconds.</param>
/// <param name="SystemNs">Time in the kernel on the program's behalf, nanoseconds.</param>
/// <param name="VoluntarySwitches">Times a thread gave up the processor to wait.</param>
/// <param name="InvoluntarySwitches">Times a thread was pre-empted.</param>
public readonly record struct ProcessorTimes(
    long UserNs, long SystemNs, long VoluntarySwitches, long InvoluntarySwitches)
{
    /// <summary>User and system time, nanoseconds.</summary>
    public long TotalNs => UserNs + SystemNs;
}
