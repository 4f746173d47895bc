using System.Buffers.Binary;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>
/// Records of 100 bytes that contain typed values, in the layout of BinaryWriter: a string of 10 characters, a decimal,
/// a date, and a string of 64; the texts are those of the printable record of the same number.
/// </summary>
internal static class ValueRecords
{
    /// <summary>Characters of the first string: 10.</summary>
    internal const int KeyLength = SampleRecords.KeyLength;

    /// <summary>Characters of the second string: 64.</summary>
    internal const int RestLength = 64;

    // A length byte before each string, 16 bytes for the decimal, 8 for the date.
    private const int AmountStart = 1 + KeyLength;
    private const int DateStart = AmountStart + 16;
    private const int RestStart = DateStart + 8;

    private const byte Places = 2; // after the decimal point: cents
    private const int PlacesShift = 16; // within the last 32 bits of a decimal
    private const long UtcKind = 1L << 62; // the two highest bits of a stored date
    private const long MostSeconds = 10_000_000_000; // about 300 years

    private static readonly DateTime s_first = new(2004, 12, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>Returns the decimal of a record: its number in cents.</summary>
    internal static decimal AmountOf(long number) =>
        new(unchecked((int)number), (int)(number >> 32), 0, isNegative: false, Places);

    /// <summary>Returns the date of a record: its number in seconds.</summary>
    internal static DateTime DateOf(long number) => s_first.AddSeconds(number % MostSeconds);

    /// <summary>
    /// Generates as many records as fit, byte by byte: they are compared with what BinaryWriter writes for the values.
    /// </summary>
    /// <param name="first">Number of the first one, 0 or more.</param>
    /// <param name="target">A multiple of 100 bytes.</param>
    /// <param name="total">Receives what readers must compute from the records.</param>
    internal static void Fill(long first, Span<byte> target, ref RecordTotal total)
    {
        SampleRecords.Fill(first, target);
        for (long number = first; target.Length > 0; number++)
        {
            Arrange(number, target[..SampleRecords.Length]);
            total.AddRecord(CharacterSum.Of(target[..SampleRecords.Length]));
            target = target[SampleRecords.Length..];
        }
    }

    // The second string first: it moves to the end, and the key is where the amount will be.
    private static void Arrange(long number, Span<byte> record)
    {
        record.Slice(KeyLength, RestLength).CopyTo(record[(RestStart + 1)..]);
        record[..KeyLength].CopyTo(record[1..]);
        record[0] = KeyLength;
        BinaryPrimitives.WriteInt64LittleEndian(record[AmountStart..], number);
        BinaryPrimitives.WriteInt32LittleEndian(record[(AmountStart + 8)..], 0);
        BinaryPrimitives.WriteInt32LittleEndian(record[(AmountStart + 12)..], Places << PlacesShift);
        BinaryPrimitives.WriteInt64LittleEndian(record[DateStart..], DateOf(number).Ticks | UtcKind);
        record[RestStart] = RestLength;
    }
}
