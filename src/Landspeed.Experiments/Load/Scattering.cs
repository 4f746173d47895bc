using System.Numerics;

namespace Landspeed.Experiments.Load;

/// <summary>A pseudo-random permutation of the numbers 0 to count - 1, without a table.</summary>
/// <remarks>
/// Four rounds of a Feistel network over the next even power of two, repeated until the number is within the range: at
/// most four times on average. Immutable and thread-safe.
/// </remarks>
internal readonly struct Scattering
{
    private const int Rounds = 4;

    private readonly ulong _count;
    private readonly ulong _seed;
    private readonly int _halfBits;

    /// <summary>Chooses a permutation.</summary>
    /// <param name="count">Numbers, 1 or more.</param>
    /// <param name="seed">The same seed gives the same permutation.</param>
    internal Scattering(long count, ulong seed)
    {
        (_count, _seed) = ((ulong)count, seed);
        int bits = count == 1 ? 0 : BitOperations.Log2((ulong)count - 1) + 1;
        _halfBits = Math.Max(1, (bits + 1) / 2);
    }

    /// <summary>Returns the place of a number.</summary>
    /// <param name="number">0 to count - 1.</param>
    internal long PlaceOf(long number)
    {
        ulong place = (ulong)number;
        do
        {
            place = Mix(place);
        }
        while (place >= _count);
        return (long)place;
    }

    private ulong Mix(ulong number)
    {
        ulong mask = (1UL << _halfBits) - 1;
        (ulong left, ulong right) = (number >> _halfBits, number & mask);
        for (ulong round = 0; round < Rounds; round++)
        {
            (left, right) = (right, left ^ (Hash(unchecked(right + (_seed * Rounds) + round)) & mask));
        }

        return (left << _halfBits) | right;
    }

    // The finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
    private static ulong Hash(ulong value)
    {
        unchecked
        {
            value += 0x9E3779B97F4A7C15;
            value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
            value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
            return value ^ (value >> 31);
        }
    }
}
