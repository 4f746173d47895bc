using System.Buffers.Text;
using System.Runtime.InteropServices;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>The 100-byte records that the programming styles move: printable lines, each a function of its number.</summary>
/// <remarks>
/// A key of 10 characters, the number in 32 hexadecimal digits, 52 characters of filler, CR LF; two spaces between them.
/// </remarks>
internal static class SampleRecords
{
    /// <summary>Bytes of a record: 100.</summary>
    internal const int Length = 100;

    /// <summary>Bytes of the key at its start: 10.</summary>
    internal const int KeyLength = 10;

    /// <summary>Characters of a record as a line of text, without CR LF: 98.</summary>
    internal const int LineLength = Length - 2;

    private const int DigitsStart = KeyLength + 2;
    private const int DigitsLength = 32;
    private const int FillerStart = DigitsStart + DigitsLength + 2;

    /// <summary>Makes one record. About 20 ns, no allocation.</summary>
    /// <param name="number">0 or more.</param>
    /// <param name="record">Receives 100 bytes.</param>
    internal static void Write(long number, Span<byte> record)
    {
        record = record[..Length];
        ulong random = Mix((ulong)number);
        record.Fill((byte)' ');
        for (int index = 0; index < KeyLength; index++)
        {
            record[index] = (byte)(' ' + ((random >> (index * 6)) & 63));
        }

        record.Slice(DigitsStart, DigitsLength / 2).Fill((byte)'0');
        Utf8Formatter.TryFormat((ulong)number, record[(DigitsStart + 16)..], out _, new('X', 16));
        Span<uint> filler = MemoryMarshal.Cast<byte, uint>(record[FillerStart..LineLength]);
        for (int index = 0; index < filler.Length; index++)
        {
            filler[index] = 0x01010101 * (uint)('A' + ((random >> (index * 4)) & 15));
        }

        record[LineLength] = (byte)'\r';
        record[LineLength + 1] = (byte)'\n';
    }

    /// <summary>Makes as many records as fit.</summary>
    /// <param name="first">Number of the first one.</param>
    /// <param name="target">A multiple of 100 bytes.</param>
    internal static void Fill(long first, Span<byte> target)
    {
        for (int start = 0; start < target.Length; start += Length)
        {
            Write(first++, target.Slice(start, Length));
        }
    }

    // SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
    private static ulong Mix(ulong number)
    {
        unchecked
        {
            ulong z = (number + 1) * 0x9E3779B97F4A7C15;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            return z ^ (z >> 31);
        }
    }
}
