namespace Landspeed.Testing.Simulation;

/// <summary>SplitMix64 (Steele, Lea and Flood, 2014): random numbers that are the same on every machine and version.</summary>
internal struct SeededRandom(ulong seed)
{
    private ulong _state = seed;

    /// <summary>64 random bits.</summary>
    internal ulong Next()
    {
        unchecked
        {
            ulong mixed = _state += 0x9E37_79B9_7F4A_7C15;
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58_476D_1CE4_E5B9;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D0_49BB_1331_11EB;
            return mixed ^ (mixed >> 31);
        }
    }

    /// <summary>A number from 0 up to, not including, a bound of 1 or more.</summary>
    internal int Below(int bound) => (int)(Next() % (ulong)bound);

    /// <summary>True with a probability of 0 to 1. Draws always, so that switching a fault off moves no other.</summary>
    internal bool Chance(double probability) => (Next() >> 11) * (1.0 / (1L << 53)) < probability;
}
