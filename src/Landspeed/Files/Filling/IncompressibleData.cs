using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Landspeed.Files.Filling;

/// <summary>
/// Pseudo-random bytes that no device can compress or deduplicate, generated many times faster than a device takes
/// them.
/// </summary>
/// <remarks>
/// Sixteen xorshift64 generators side by side (Marsaglia, "Xorshift RNGs", 2003), started by SplitMix64: not
/// cryptographic, but without repetition within 2^64 steps. One instance belongs to one thread. About 10 GB/s per core.
/// </remarks>
internal sealed class IncompressibleData
{
    private Vector256<ulong> _a;
    private Vector256<ulong> _b;
    private Vector256<ulong> _c;
    private Vector256<ulong> _d;

    /// <summary>Starts the sequence.</summary>
    /// <param name="seed">The same seed produces the same bytes.</param>
    public IncompressibleData(ulong seed)
    {
        Span<ulong> states = stackalloc ulong[16];
        foreach (ref ulong state in states)
        {
            state = SplitMix.Next(ref seed) | 1; // a generator whose state is zero stays zero
        }

        _a = Vector256.Create<ulong>(states[..4]);
        _b = Vector256.Create<ulong>(states[4..8]);
        _c = Vector256.Create<ulong>(states[8..12]);
        _d = Vector256.Create<ulong>(states[12..]);
    }

    /// <summary>Fills memory with the next bytes of the sequence.</summary>
    /// <param name="target">Any length; whole steps of 128 bytes are fastest.</param>
    public void Fill(Span<byte> target)
    {
        Vector256<ulong> a = _a, b = _b, c = _c, d = _d;
        Span<Vector256<ulong>> vectors = MemoryMarshal.Cast<byte, Vector256<ulong>>(target);
        int whole = vectors.Length & ~3;
        for (int index = 0; index < whole; index += 4)
        {
            a = Next(a);
            b = Next(b);
            c = Next(c);
            d = Next(d);
            vectors[index] = a;
            vectors[index + 1] = b;
            vectors[index + 2] = c;
            vectors[index + 3] = d;
        }

        (_a, _b, _c, _d) = (Next(a), Next(b), Next(c), Next(d));
        FillRest(target[(whole * 32)..]);
    }

    private void FillRest(Span<byte> target)
    {
        Span<Vector256<ulong>> last = [_a, _b, _c, _d];
        MemoryMarshal.AsBytes(last)[..target.Length].CopyTo(target);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Next(Vector256<ulong> x)
    {
        x ^= x << 13;
        x ^= x >>> 7;
        x ^= x << 17;
        return x;
    }
}

/// <summary>SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): numbers from a seed and an index, without a state in between.</summary>
internal static class SplitMix
{
    private const ulong Step = 0x9E3779B97F4A7C15;

    /// <summary>Returns the next number of a sequence.</summary>
    internal static ulong Next(ref ulong state) => Mix(state = unchecked(state + Step));

    /// <summary>Returns the number at an index of a seed's sequence.</summary>
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
