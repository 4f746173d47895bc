using System.Diagnostics;

namespace Landspeed.Engine;

/// <summary>Bounds that every engine shares.</summary>
public static class EngineLimits
{
    /// <summary>Largest queue depth: 4096. io_uring takes up to 32,768 entries; beyond a few hundred no device gains.</summary>
    public const int MaximumQueueDepth = 4096;

    /// <summary>Files attached to one engine at once: 64.</summary>
    public const int MaximumFiles = 64;

    /// <summary>Bytes one request can move: 2,147,479,552, Linux's own limit (2 GiB less one page).</summary>
    public const int MaximumTransfer = 0x7FFF_F000;

    /// <summary>
    /// Requests gathered before they are passed on: 4. One by one costs 13 % more processor time at 4 KiB and depth
    /// 32; all at once starves the device between bursts and loses a quarter of the rate.
    /// </summary>
    public const int SubmissionGroup = 4;

    /// <summary>The deadline that never comes.</summary>
    public const long NoDeadline = long.MaxValue;
}

/// <summary>How far away a moment is, ticks of <see cref="Stopwatch"/>.</summary>
internal static class Deadline
{
    private static readonly double s_nsPerTick = 1e9 / Stopwatch.Frequency;

    /// <summary>Whether it has come.</summary>
    internal static bool HasPassed(long deadline) =>
        deadline != EngineLimits.NoDeadline && Stopwatch.GetTimestamp() >= deadline;

    /// <summary>Nanoseconds until then, 0 or more; -1: no limit.</summary>
    internal static long RemainingNs(long deadline) => deadline == EngineLimits.NoDeadline
        ? -1 : (long)Math.Clamp(((double)deadline - Stopwatch.GetTimestamp()) * s_nsPerTick, 0, 1e18);
}
