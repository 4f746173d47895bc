using System.Numerics;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Half of the ordinals below a bound, each once, in pseudo-random order, without a table.</summary>
/// <remarks>
/// A counter passes through reversible steps (addition, multiplication by an odd number, shift and exclusive or, all
/// within the number of bits that the bound needs), so no value occurs twice; those not below the bound are skipped. A
/// few nanoseconds per value.
/// </remarks>
internal struct RandomOrder
{
    private readonly ulong _bound;
    private readonly ulong _mask;
    private readonly ulong _seed;
    private readonly int _shift;
    private ulong _counter;

    /// <summary>Starts the sequence.</summary>
    /// <param name="bound">1 or more.</param>
    /// <param name="seed">The same seed gives the same order.</param>
    internal RandomOrder(long bound, ulong seed)
    {
        int bits = Math.Max(1, BitOperations.Log2((ulong)bound - 1 | 1) + 1);
        _bound = (ulong)bound;
        _mask = ulong.MaxValue >> (64 - bits);
        _shift = (bits / 2) + 1;
        _seed = seed;
    }

    /// <summary>Returns how many there are: half of the bound, and at least one.</summary>
    internal static long CountOf(long bound) => Math.Max(1, bound / 2);

    /// <summary>Returns the next ordinal.</summary>
    internal long Next()
    {
        ulong value = Mix(_counter++);
        while (value >= _bound)
        {
            value = Mix(_counter++);
        }

        return (long)value;
    }

    // The multipliers are those of SplitMix64; here they only need to be odd.
    private readonly ulong Mix(ulong value)
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
