using System.Numerics;
using System.Runtime.CompilerServices;

namespace Landspeed.Experiments.Statistics;

/// <summary>Bins for whole numbers of any size: one for each number below 256, then 128 per power of two.</summary>
internal static class LogLinearScale
{
    /// <summary>Number of bins for all numbers, 7,296: the index of 2^63 - 1 plus one.</summary>
    public const int BinCount = 7_296;

    /// <summary>Bits of a bin's position within its power of two; 2^7 = 128.</summary>
    private const int PlaceBits = 7;

    private const int Places = 1 << PlaceBits;

    /// <summary>Returns the bin of a number.</summary>
    /// <param name="value">0 or more.</param>
    /// <returns>0 to <see cref="BinCount"/> - 1.</returns>
    /// <remarks>
    /// 200 has 8 bits: shift 0, bin 200. 1,000 has 10 bits: shift 2, position 1,000 / 4 = 250, bin 2 × 128 + 250 = 506,
    /// which contains 1,000 to 1,003.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int IndexOf(long value)
    {
        unchecked
        {
            int shift = BitOperations.Log2((ulong)value | Places) - PlaceBits;
            return (shift << PlaceBits) + (int)(value >> shift);
        }
    }

    /// <summary>Returns the smallest number of a bin.</summary>
    /// <param name="index">0 to <see cref="BinCount"/> - 1.</param>
    public static long From(int index)
    {
        if (index < 2 * Places)
        {
            return index;
        }

        int shift = (index >> PlaceBits) - 1;
        return (long)(index - (shift << PlaceBits)) << shift;
    }

    /// <summary>Returns the largest number of a bin, inclusive.</summary>
    /// <param name="index">0 to <see cref="BinCount"/> - 1.</param>
    public static long UpTo(int index) => index == BinCount - 1 ? long.MaxValue : From(index + 1) - 1;
}
