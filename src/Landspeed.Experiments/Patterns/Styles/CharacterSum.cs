using System.Numerics;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>
/// Sums bytes or characters, many at once, so that the addition does not dominate the measurement of a style.
/// </summary>
internal static class CharacterSum
{
    // 128 × (255 + 255) is the maximum that fits in 16 bits.
    private const int VectorsPerBlock = 128;

    /// <summary>Returns the sum of bytes; about 0.03 ns each.</summary>
    internal static long Of(ReadOnlySpan<byte> bytes)
    {
        long sum = 0;
        while (bytes.Length >= Vector<byte>.Count)
        {
            int vectors = Math.Min(VectorsPerBlock, bytes.Length / Vector<byte>.Count);
            Vector<ushort> block = Vector<ushort>.Zero;
            for (int index = 0; index < vectors; index++)
            {
                Vector.Widen(new Vector<byte>(bytes[(index * Vector<byte>.Count)..]), out var low, out var high);
                block += low + high;
            }

            sum += Sum(block);
            bytes = bytes[(vectors * Vector<byte>.Count)..];
        }

        foreach (byte value in bytes)
        {
            sum += value;
        }

        return sum;
    }

    /// <summary>Returns the sum of characters' codes.</summary>
    internal static long Of(ReadOnlySpan<char> characters)
    {
        ReadOnlySpan<ushort> codes = System.Runtime.InteropServices.MemoryMarshal.Cast<char, ushort>(characters);
        long sum = 0;
        while (codes.Length >= Vector<ushort>.Count)
        {
            sum += Sum(new Vector<ushort>(codes));
            codes = codes[Vector<ushort>.Count..];
        }

        foreach (ushort code in codes)
        {
            sum += code;
        }

        return sum;
    }

    private static long Sum(Vector<ushort> values)
    {
        Vector.Widen(values, out Vector<uint> low, out Vector<uint> high);
        return Vector.Sum(low + high);
    }
}
