namespace Landspeed.Experiments.Statistics;

/// <summary>Creates pseudo-random numbers from a seed of 64 bits.</summary>
internal static class SeededRandom
{
    /// <summary>Creates a generator: the same seed gives the same numbers.</summary>
    internal static Random Of(ulong seed)
    {
        // Multiplying by the golden ratio spreads all 64 bits of the seed over the upper 32.
        return new Random(unchecked((int)((seed * 0x9E3779B97F4A7C15) >> 32)));
    }
}
