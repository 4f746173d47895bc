using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>
/// The system's calls on threads and the process: waiting on an address, event counters, CPU times and limits.
/// </summary>
/// <remarks>Thread-safe; allocates nothing on the managed heap.</remarks>
internal interface IThreadCalls
{
    /// <summary>Sleeps while a word holds a value (futex wait).</summary>
    /// <param name="address">Address of 32 bits of native memory, aligned to 4; must outlive the call.</param>
    /// <param name="expected">The value on which to sleep.</param>
    /// <param name="timeoutNs">Maximum sleep in nanoseconds; negative for no limit.</param>
    /// <returns>
    /// 0 when woken; or would-block if the word differs, interrupted, or an error of kind other on time-out. Callers
    /// check again.
    /// </returns>
    NativeResult WaitOnAddress(nint address, int expected, long timeoutNs);

    /// <summary>Wakes threads that sleep on an address (futex wake).</summary>
    /// <param name="address">The address on which they sleep.</param>
    /// <param name="count">Maximum number of threads to wake, 1 or more.</param>
    /// <returns>Number of threads woken.</returns>
    NativeResult WakeOnAddress(nint address, int count);

    /// <summary>Lets the calling thread wake at the end of a timed sleep, and not up to 50 µs later.</summary>
    /// <returns>0, or the error; sleeps then end as before.</returns>
    /// <remarks>Affects this thread only. Source: PR_SET_TIMERSLACK(2const).</remarks>
    NativeResult WakePromptly();

    /// <summary>
    /// Creates a counter that one thread raises and another waits for among its other requests (eventfd).
    /// </summary>
    /// <param name="counter">
    /// The counter, at 0, close-on-exec, non-blocking; owned by the caller, or null on failure.
    /// </param>
    /// <returns>0, or the error.</returns>
    NativeResult CreateEventCounter(out SafeFileHandle? counter);

    /// <summary>Raises a counter by one, which makes it readable.</summary>
    /// <param name="counter">From <see cref="CreateEventCounter"/>.</param>
    /// <returns>0, or the error; would-block if it is at its maximum, and so already readable.</returns>
    NativeResult SignalEventCounter(SafeFileHandle counter);

    /// <summary>Resets a counter to 0.</summary>
    /// <param name="counter">From <see cref="CreateEventCounter"/>.</param>
    /// <returns>0, or the error; would-block if it was 0.</returns>
    NativeResult ClearEventCounter(SafeFileHandle counter);

    /// <summary>
    /// Gets the CPU time of the process, all its threads and its kernel helper threads, user and system.
    /// </summary>
    /// <param name="times">The result; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult ProcessTimes(out ProcessorTimes times);

    /// <summary>Gets the CPU time of the calling thread, user and system.</summary>
    /// <param name="times">The result; undefined on failure.</param>
    /// <returns>0, or the error.</returns>
    NativeResult ThreadTimes(out ProcessorTimes times);

    /// <summary>Makes a write past the file size limit an error; without this the system ends the process.</summary>
    /// <returns>0, or the error.</returns>
    /// <remarks>Affects the whole process and the programs it starts. Source: setrlimit(2), signal(7).</remarks>
    NativeResult IgnoreFileSizeSignal();

    /// <summary>
    /// Opens a file on which every use fails for each of the descriptors 0, 1 and 2 that is closed. Without this the
    /// next opened file would get the number and receive what is meant for standard output.
    /// </summary>
    /// <returns>0, or the error.</returns>
    /// <remarks>
    /// Affects the whole process; call it before opening files. Up to six system calls. Source: open(2), fcntl(2).
    /// </remarks>
    NativeResult OccupyStandardDescriptors();

    /// <summary>
    /// Makes the calling thread open files as another user, without root's privileges over files unless that user is
    /// root.
    /// </summary>
    /// <param name="userId">The user.</param>
    /// <param name="previous">The previous user, to switch back to.</param>
    /// <returns>0, or not-permitted, in which case nothing changed.</returns>
    /// <remarks>Affects this thread only; two system calls. Source: setfsuid(2).</remarks>
    NativeResult UseFileUser(uint userId, out uint previous);

    /// <summary>Gets the maximum number of descriptors that the process may have open.</summary>
    /// <returns>The number, <see cref="int.MaxValue"/> if there is no limit; or the error.</returns>
    /// <remarks>
    /// The runtime raises the limit to what the system allows when it starts. Source: getrlimit(2), RLIMIT_NOFILE.
    /// </remarks>
    NativeResult MostDescriptors();
}

/// <summary>CPU time used so far, and the number of thread switches.</summary>
/// <param name="UserNs">CPU time in the program, nanoseconds.</param>
/// <param name="SystemNs">CPU time in the kernel on the program's behalf, nanoseconds.</param>
/// <param name="VoluntarySwitches">Number of times a thread gave up the CPU to wait.</param>
/// <param name="InvoluntarySwitches">Number of times a thread was pre-empted.</param>
internal readonly record struct ProcessorTimes(
    long UserNs, long SystemNs, long VoluntarySwitches, long InvoluntarySwitches)
{
    /// <summary>User and system time, nanoseconds.</summary>
    public long TotalNs => UserNs + SystemNs;

    /// <summary>What was used between two moments.</summary>
    public static ProcessorTimes operator -(ProcessorTimes after, ProcessorTimes before) => new(
        after.UserNs - before.UserNs,
        after.SystemNs - before.SystemNs,
        after.VoluntarySwitches - before.VoluntarySwitches,
        after.InvoluntarySwitches - before.InvoluntarySwitches);

    /// <summary>Both together.</summary>
    public static ProcessorTimes operator +(ProcessorTimes one, ProcessorTimes other) => new(
        one.UserNs + other.UserNs,
        one.SystemNs + other.SystemNs,
        one.VoluntarySwitches + other.VoluntarySwitches,
        one.InvoluntarySwitches + other.InvoluntarySwitches);
}
