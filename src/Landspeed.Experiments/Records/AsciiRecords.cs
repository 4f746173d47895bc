using System.Buffers.Binary;
using System.Runtime.Intrinsics;

namespace Landspeed.Experiments.Records;

/// <summary>
/// Printable records: a key of ten digits to the base 95, two spaces, the number as 32 hexadecimal digits, two spaces,
/// thirteen groups of four equal hexadecimal digits, CR LF.
/// </summary>
internal sealed class AsciiRecords : RecordFiller
{
    private const ushort Spaces = 0x2020;
    private const ushort LineEnd = 0x0A0D; // CR first

    /// <inheritdoc/>
    internal override void Fill(ulong first, Span<byte> target)
    {
        RandomSequence sequence = RandomSequence.OfRecord(first);
        ulong number = first;
        for (; target.Length >= RecordSet.RecordLength; target = target[RecordSet.RecordLength..])
        {
            Write(sequence.High, sequence.Low, number, target[..RecordSet.RecordLength]);
            sequence.Step();
            number = unchecked(number + 1);
        }
    }

    private static void Write(ulong high, ulong low, ulong number, Span<byte> record)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(record, PrintableDigits.LowestEight(high));
        BinaryPrimitives.WriteUInt16LittleEndian(record[8..], PrintableDigits.LowestTwo(low));
        BinaryPrimitives.WriteUInt16LittleEndian(record[10..], Spaces);
        Vector128.Create((byte)'0').CopyTo(record[12..]);
        HexDigits.Of(number).CopyTo(record[28..]);
        BinaryPrimitives.WriteUInt16LittleEndian(record[44..], Spaces);
        DigitGroups.Write(HexDigits.Of(low), skipped: 3, record[46..98]);
        BinaryPrimitives.WriteUInt16LittleEndian(record[98..], LineEnd);
    }
}
