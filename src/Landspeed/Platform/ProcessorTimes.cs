namespace Landspeed.Platform;

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
