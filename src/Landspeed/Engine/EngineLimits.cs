using System.Diagnostics;
using Landspeed.Quantities;

namespace Landspeed.Engine;

/// <summary>Limits that all engines share.</summary>
internal static class EngineLimits
{
    /// <summary>
    /// Maximum queue depth: 4096. io_uring accepts up to 32,768 entries; beyond a few hundred no device gains.
    /// </summary>
    public const int MaximumQueueDepth = 4096;

    /// <summary>Maximum number of files attached to one engine at once: 64.</summary>
    public const int MaximumFiles = 64;

    /// <summary>Maximum number of bytes per request: 2,147,479,552, Linux's own limit (2 GiB less one page).</summary>
    public const int MaximumTransfer = 0x7FFF_F000;

    /// <summary>
    /// Number of requests gathered before they are submitted: 4. One at a time costs 13 % more CPU time at 4 KiB and
    /// depth 32; all at once starves the device between bursts and loses a quarter of the rate.
    /// </summary>
    public const int SubmissionGroup = 4;

    /// <summary>No deadline: waits without limit.</summary>
    public const long NoDeadline = long.MaxValue;
}

/// <summary>Time remaining until a deadline, in ticks of <see cref="Stopwatch"/>.</summary>
internal static class Deadline
{
    /// <summary>True if the deadline has passed.</summary>
    internal static bool HasPassed(long deadline) =>
        deadline != EngineLimits.NoDeadline && Stopwatch.GetTimestamp() >= deadline;

    /// <summary>Returns the nanoseconds until the deadline, 0 or more, or -1 for no limit.</summary>
    internal static long RemainingNs(long deadline) => deadline == EngineLimits.NoDeadline
        ? -1 : (long)Math.Clamp(((double)deadline - Stopwatch.GetTimestamp()) * StopwatchTicks.Ns, 0, 1e18);
}
