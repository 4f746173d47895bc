namespace Landspeed.Soak;

/// <summary>The bytes that a file of some seed must hold; files of different seeds differ at nearly every
/// offset.</summary>
internal static class Pattern
{
    private const int Length = 1_048_573; // a prime: no block repeats
    private static readonly byte[] s_bytes = Make();

    /// <summary>Puts the bytes from an offset on into memory.</summary>
    internal static void Fill(Span<byte> memory, int seed, long offset)
    {
        while (!memory.IsEmpty)
        {
            ReadOnlySpan<byte> part = At(seed, offset, memory.Length);
            part.CopyTo(memory);
            memory = memory[part.Length..];
            offset += part.Length;
        }
    }

    /// <summary>Whether memory holds the bytes from an offset on.</summary>
    internal static bool Is(ReadOnlySpan<byte> memory, int seed, long offset)
    {
        while (!memory.IsEmpty)
        {
            ReadOnlySpan<byte> part = At(seed, offset, memory.Length);
            if (!memory[..part.Length].SequenceEqual(part))
            {
                return false;
            }

            memory = memory[part.Length..];
            offset += part.Length;
        }

        return true;
    }

    private static ReadOnlySpan<byte> At(int seed, long offset, int most)
    {
        int start = (int)((offset + (seed * 7919L)) % Length);
        return s_bytes.AsSpan(start, Math.Min(most, Length - start));
    }

    private static byte[] Make()
    {
        byte[] bytes = new byte[Length];
        new Random(2004).NextBytes(bytes);
        return bytes;
    }
}
