using System.Numerics;
using System.Runtime.Intrinsics;

namespace Landspeed.Streams.LineReading;

/// <summary>Finds line ends with the widest vectors of the CPU.</summary>
internal static unsafe class LineEnds
{
    /// <summary>LF ends a line.</summary>
    internal const byte Lf = (byte)'\n';

    /// <summary>CR belongs to the line end when LF follows.</summary>
    internal const byte Cr = (byte)'\r';

    /// <summary>64 bytes: the number of bits in a mask, and the length of a cache line.</summary>
    internal const int WindowLength = 64;

    // Number of windows whose line ends fit a one-byte sum.
    private const int MostSummed = byte.MaxValue;

    /// <summary>The optional prefix of a UTF-8 file.</summary>
    internal static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    /// <summary>
    /// Returns the line ends in a window: bit n for byte n. One mask for 64 bytes costs less than one search per line.
    /// </summary>
    internal static ulong In(byte* window)
    {
        if (Vector512.IsHardwareAccelerated)
        {
            return Vector512.Equals(Vector512.Load(window), Vector512.Create(Lf)).ExtractMostSignificantBits();
        }

        if (Vector256.IsHardwareAccelerated)
        {
            Vector256<byte> wide = Vector256.Create(Lf);
            return Vector256.Equals(Vector256.Load(window), wide).ExtractMostSignificantBits()
                | ((ulong)Vector256.Equals(Vector256.Load(window + 32), wide).ExtractMostSignificantBits() << 32);
        }

        Vector128<byte> end = Vector128.Create(Lf);
        ulong ends = 0;
        for (int part = 0; part < WindowLength; part += 16)
        {
            ends |= (ulong)Vector128.Equals(Vector128.Load(window + part), end).ExtractMostSignificantBits() << part;
        }

        return ends;
    }

    /// <summary>
    /// Returns the line ends in the last, partial window of a block without touching anything after it.
    /// </summary>
    internal static ulong In(byte* window, int length)
    {
        ulong ends = 0;
        for (int index = 0; index < length; index++)
        {
            ends |= (window[index] == Lf ? 1UL : 0UL) << index;
        }

        return ends;
    }

    /// <summary>
    /// Counts line ends. Four sums per window cost less than its mask, and in code compiled ahead for all CPUs,
    /// counting by masks or by Span.Count takes about twice as long.
    /// </summary>
    internal static int Count(ReadOnlySpan<byte> bytes)
    {
        unchecked
        {
            fixed (byte* start = bytes)
            {
                int whole = bytes.Length & -WindowLength;
                int count = BitOperations.PopCount(In(start + whole, bytes.Length - whole));
                for (byte* window = start, end = start + whole; window < end;)
                {
                    long length = Math.Min(end - window, MostSummed * WindowLength);
                    count += CountShort(window, window + length);
                    window += length;
                }

                return count;
            }
        }
    }

    private static int CountShort(byte* window, byte* end)
    {
        unchecked
        {
            Vector128<byte> lf = Vector128.Create(Lf);
            Vector128<byte> first = default, second = default, third = default, fourth = default;
            for (; window < end; window += WindowLength)
            {
                // Equal is all ones, so subtracting it adds one.
                first -= Vector128.Equals(Vector128.Load(window), lf);
                second -= Vector128.Equals(Vector128.Load(window + 16), lf);
                third -= Vector128.Equals(Vector128.Load(window + 32), lf);
                fourth -= Vector128.Equals(Vector128.Load(window + 48), lf);
            }

            return Sum(first) + Sum(second) + Sum(third) + Sum(fourth);
        }
    }

    private static int Sum(Vector128<byte> bytes)
    {
        (Vector128<ushort> low, Vector128<ushort> high) = Vector128.Widen(bytes);
        return Vector128.Sum(low + high);
    }
}
