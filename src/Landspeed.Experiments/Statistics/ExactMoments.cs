using System.Runtime.CompilerServices;

namespace Landspeed.Experiments.Statistics;

/// <summary>
/// Computes mean and standard deviation from exact sums: there is no rounding until the end, and merging is addition.
/// </summary>
/// <remarks>
/// The sum of squares of one-hour latencies fits in 128 bits for 2.6 × 10^13 samples. Both sums are kept as two words,
/// because the CPU adds those in three instructions. Not thread-safe.
/// </remarks>
internal struct ExactMoments
{
    private ulong _sumHigh;
    private ulong _sumLow;
    private ulong _squaresHigh;
    private ulong _squaresLow;

    /// <summary>Sum of the values.</summary>
    public readonly UInt128 Sum => new(_sumHigh, _sumLow);

    private readonly UInt128 Squares => new(_squaresHigh, _squaresLow);

    /// <summary>Adds one value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(ulong value)
    {
        unchecked
        {
            _sumLow += value;
            _sumHigh += _sumLow < value ? 1UL : 0;
            ulong high = Math.BigMul(value, value, out ulong low);
            _squaresLow += low;
            _squaresHigh += high + (_squaresLow < low ? 1UL : 0);
        }
    }

    /// <summary>Adds one value several times.</summary>
    /// <exception cref="OverflowException">The sums would overflow; nothing has changed.</exception>
    public void Add(ulong value, ulong count) =>
        Take(checked((UInt128)value * count), checked((UInt128)value * value * count));

    /// <summary>Adds everything that another instance has added.</summary>
    /// <exception cref="OverflowException">The sums would overflow; nothing has changed.</exception>
    public void Add(in ExactMoments other) => Take(other.Sum, other.Squares);

    /// <summary>Returns the mean.</summary>
    /// <param name="count">Number of values added, 1 or more.</param>
    public readonly double Mean(long count) => (double)Sum / count;

    /// <summary>Returns the standard deviation of the values as a whole population.</summary>
    /// <param name="count">Number of values added, 1 or more.</param>
    /// <remarks>
    /// Squares about the whole part q of the mean, Σx² - 2qΣx + nq², are exact: the terms may wrap, but the result
    /// fits. Σx² - (Σx)²/n in floating point would lose every digit of a small spread about a large mean.
    /// </remarks>
    public readonly double StandardDeviation(long count)
    {
        UInt128 n = (UInt128)count;
        UInt128 whole = Sum / n;
        UInt128 aboutWhole = unchecked(Squares - (2 * whole * Sum) + (n * whole * whole));
        double rest = (double)(Sum % n) / count;
        return Math.Sqrt(Math.Max(0, ((double)aboutWhole / count) - (rest * rest)));
    }

    private void Take(UInt128 sum, UInt128 squares)
    {
        UInt128 newSum = checked(Sum + sum);
        UInt128 newSquares = checked(Squares + squares);
        (_sumHigh, _sumLow) = ((ulong)(newSum >> 64), unchecked((ulong)newSum));
        (_squaresHigh, _squaresLow) = ((ulong)(newSquares >> 64), unchecked((ulong)newSquares));
    }
}
