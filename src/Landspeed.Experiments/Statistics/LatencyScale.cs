using System.Numerics;
using System.Runtime.CompilerServices;

namespace Landspeed.Experiments.Statistics;

/// <summary>
/// The bins of a latency histogram: one per nanosecond below 256 ns, then 128 to each power of two, up to one hour.
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

    /// <summary>Bits of a bin's place within its power of two; 2^7 = 128.</summary>
    private const int PlaceBits = 7;

    private const int Places = 1 << PlaceBits;

    /// <summary>The bin of a latency.</summary>
    /// <param name="ns">0 to <see cref="LargestNs"/>.</param>
    /// <returns>0 to <see cref="BinCount"/> - 1.</returns>
    /// <remarks>
    /// 200 has 8 bits: shift 0, bin 200. 1,000 has 10 bits: shift 2, place 1,000 / 4 = 250, bin 2 × 128 + 250 = 506,
    /// which holds 1,000 to 1,003.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int IndexOf(long ns)
    {
        unchecked
        {
            int shift = BitOperations.Log2((ulong)ns | Places) - PlaceBits;
            return (shift << PlaceBits) + (int)(ns >> shift);
        }
    }

    /// <summary>The largest latency in a bin, inclusive; one hour for the last.</summary>
    /// <param name="index">0 to <see cref="BinCount"/> - 1.</param>
    public static long UpToNs(int index)
    {
        if (index < 2 * Places)
        {
            return index;
        }

        int shift = (index >> PlaceBits) - 1;
        long place = index - (shift << PlaceBits);
        return Math.Min(((place + 1) << shift) - 1, LargestNs);
    }
}
