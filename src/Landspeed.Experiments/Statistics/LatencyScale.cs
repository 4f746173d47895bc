using System.Runtime.CompilerServices;

namespace Landspeed.Experiments.Statistics;

/// <summary>
/// The bins of a latency histogram: those of <see cref="LogLinearScale"/>, up to one hour.
/// </summary>
/// <remarks>
/// A bin is named by its largest latency, so a percentile is never reported too small; 128 bins per power of two keep
/// it less than 1 / 128 = 0.79 % too large. 64 would be enough only for a bin's middle, and a reader who sums the
/// exported bins would get different percentiles from those that we print.
/// </remarks>
internal static class LatencyScale
{
    /// <summary>One hour, ns: longer than any stall that a run survives.</summary>
    public const long LargestNs = 3_600_000_000_000;

    /// <summary>Number of bins, 4,562: the index of one hour plus one.</summary>
    public const int BinCount = 4_562;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int IndexOf(long ns) => LogLinearScale.IndexOf(ns);

    /// <summary>Returns the largest latency in a bin, inclusive; one hour for the last.</summary>
    /// <param name="index">0 to <see cref="BinCount"/> - 1.</param>
    public static long UpToNs(int index) => Math.Min(LogLinearScale.UpTo(index), LargestNs);
}
