namespace Landspeed.Experiments.Measuring;

/// <summary>SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): numbers from a seed and a place, without a state in between.</summary>
internal static class SplitMix
{
    private const ulong Step = 0x9E3779B97F4A7C15;

    /// <summary>The next number of a sequence.</summary>
    internal static ulong Next(ref ulong state) => Mix(state = unchecked(state + Step));

    /// <summary>The number at a place of the sequence that a seed starts.</summary>
    internal static ulong At(ulong seed, long index) => Mix(unchecked(seed + ((ulong)index * Step)));

    private static ulong Mix(ulong z)
    {
        unchecked
        {
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            return z ^ (z >> 31);
        }
    }
}
