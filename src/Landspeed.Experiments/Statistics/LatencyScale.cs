using System.Runtime.CompilerServices;

namespace Landspeed.Experiments.Statistics;

/// <summary>
/// The bins of a latency histogram: those of <see cref="LogLinearScale"/>, up to one hour.
/// </summary>
/// <remarks>
/// A bin is named by its largest latency, so a percentile is never reported too small; 128 bins a power of two keep it less
/// than 1 / 128 = 0.79 % too large. 64 would do only for a bin's middle, and a reader who adds up the exported
/// bins would see other percentiles than we print.
/// </remarks>
internal static class LatencyScale
{
    /// <summary>One hour, ns: longer than any stall that a run outlives.</summary>
    public const long LargestNs = 3_600_000_000_000;

    /// <summary>Bins, 4,562: the index of one hour, and one.</summary>
    public const int BinCount = 4_562;

    /// <summary>The bin of a latency.</summary>
    /// <param name="ns">0 to <see cref="LargestNs"/>.</param>
    /// <returns>0 to <see cref="BinCount"/> - 1.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int IndexOf(long ns) => LogLinearScale.IndexOf(ns);

    /// <summary>The largest latency in a bin, inclusive; one hour for the last.</summary>
    /// <param name="index">0 to <see cref="BinCount"/> - 1.</param>
    public static long UpToNs(int index) => Math.Min(LogLinearScale.UpTo(index), LargestNs);
}
