using System.Numerics;

namespace Landspeed.Experiments.Statistics;

/// <summary>A pseudo-random permutation of the numbers 0 to count - 1, without a table.</summary>
/// <remarks>
/// A number passes through reversible steps (addition, multiplication by an odd number, shift and exclusive or), all
/// within the number of bits that the count needs. Immutable and thread-safe; a few nanoseconds per number.
/// </remarks>
internal readonly struct Permutation
{
    private readonly ulong _count;
    private readonly ulong _mask;
    private readonly ulong _seed;
    private readonly int _shift;

    /// <summary>Chooses a permutation.</summary>
    /// <param name="count">Numbers, 1 or more.</param>
    /// <param name="seed">The same seed gives the same permutation; the next one nearly the same, moved by one.</param>
    internal Permutation(long count, ulong seed)
    {
        int bits = Math.Max(1, BitOperations.Log2((ulong)count - 1 | 1) + 1);
        _count = (ulong)count;
        _mask = ulong.MaxValue >> (64 - bits);
        _shift = (bits / 2) + 1;
        _seed = seed;
    }

    /// <summary>Returns the place of a number.</summary>
    /// <param name="number">0 to count - 1.</param>
    internal long PlaceOf(long number)
    {
        ulong place = Mix((ulong)number);
        while (place >= _count)
        {
            place = Mix(place); // on its own cycle until it is within the range
        }

        return (long)place;
    }

    /// <summary>Returns the next place of those that are within the range, in the order of a counter.</summary>
    /// <param name="counter">From 0; moves behind the number of the place.</param>
    internal long Next(ref ulong counter)
    {
        ulong place = Mix(counter++);
        while (place >= _count)
        {
            place = Mix(counter++);
        }

        return (long)place;
    }

    // The multipliers are those of SplitMix64; here they only need to be odd.
    private ulong Mix(ulong value)
    {
        unchecked
        {
            value = (value + _seed) & _mask;
            value = (value ^ (value >> _shift)) * 0xBF58476D1CE4E5B9 & _mask;
            value = (value ^ (value >> _shift)) * 0x94D049BB133111EB & _mask;
            value = (value + (_seed >> 32)) & _mask;
            return value ^ (value >> _shift);
        }
    }
}
