using static Landspeed.Hashing.Xxh3Constants;

namespace Landspeed.Hashing;

/// <summary>
/// XXH3 of bytes in memory, with seed 0 and the default secret, as printed by xxh128sum and xxhsum -H3.
/// </summary>
/// <remarks>
/// Detects damage at the speed of memory, but is not secure: collisions can be constructed. Uses the widest vectors of
/// the CPU, which never affects the result. Thread-safe, no allocation. Source: xxHash, doc/xxhash_spec.md.
/// </remarks>
internal static unsafe class Xxh3
{
    /// <summary>Computes the 128-bit hash.</summary>
    /// <param name="data">Any number of bytes, no alignment needed; only read.</param>
    /// <returns>The hash, as xxh128sum prints it.</returns>
    public static Hash128 Hash128(ReadOnlySpan<byte> data) => Hash128(data, Xxh3Accumulation.Best);

    /// <summary>Computes the 64-bit hash.</summary>
    /// <param name="data">Any number of bytes, no alignment needed; only read.</param>
    /// <returns>The hash, whose 16 hexadecimal digits xxhsum -H3 prints. Not always half of the 128-bit hash.</returns>
    public static ulong Hash64(ReadOnlySpan<byte> data) => Hash64(data, Xxh3Accumulation.Best);

    /// <summary>Computes the 128-bit hash with a given kernel, which the CPU must support.</summary>
    internal static Hash128 Hash128(ReadOnlySpan<byte> data, Xxh3Width width)
    {
        fixed (byte* input = data)
        {
            if (data.Length <= LongestShort)
            {
                return Xxh3Short128.Hash(input, data.Length);
            }

            ulong* sums = stackalloc ulong[Xxh3Accumulation.Lanes];
            AddAll(width, sums, input, data.Length);
            ulong length = (ulong)data.Length;
            return new Hash128(Xxh3Accumulation.High(sums, length), Xxh3Accumulation.Low(sums, length));
        }
    }

    /// <summary>Computes the 64-bit hash with a given kernel, which the CPU must support.</summary>
    internal static ulong Hash64(ReadOnlySpan<byte> data, Xxh3Width width)
    {
        fixed (byte* input = data)
        {
            if (data.Length <= LongestShort)
            {
                return Xxh3Short64.Hash(input, data.Length);
            }

            ulong* sums = stackalloc ulong[Xxh3Accumulation.Lanes];
            AddAll(width, sums, input, data.Length);
            return Xxh3Accumulation.Low(sums, (ulong)data.Length);
        }
    }

    private static void AddAll(Xxh3Width width, ulong* sums, byte* input, int length)
    {
        // A full last block is still the last one, so it is not followed by a scramble.
        int blocks = (length - 1) / BlockLength;
        int done = blocks * BlockLength;
        Xxh3Accumulation.Initialize(sums);
        Xxh3Accumulation.Blocks(width, sums, input, blocks);
        Xxh3Accumulation.LastBlock(width, sums, input + done, length - done);
    }
}
