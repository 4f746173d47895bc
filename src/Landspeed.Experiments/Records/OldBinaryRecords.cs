using System.Buffers.Binary;
using System.Runtime.Intrinsics;

namespace Landspeed.Experiments.Records;

/// <summary>
/// Records of gensort 1.1: a random key, 00 11, the number as 32 hexadecimal digits, 88 99 AA BB, twelve groups of four
/// equal hexadecimal digits, CC DD EE FF.
/// </summary>
internal sealed class OldBinaryRecords : RecordFiller
{
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
        BinaryPrimitives.WriteUInt64BigEndian(record, high);
        BinaryPrimitives.WriteUInt16BigEndian(record[8..], (ushort)(low >> 48));
        BinaryPrimitives.WriteUInt16BigEndian(record[10..], 0x0011);
        Vector128.Create((byte)'0').CopyTo(record[12..]);
        HexDigits.Of(number).CopyTo(record[28..]);
        BinaryPrimitives.WriteUInt32BigEndian(record[44..], 0x8899AABB);
        DigitGroups.Write(HexDigits.Of(low), skipped: 4, record[48..96]);
        BinaryPrimitives.WriteUInt32BigEndian(record[96..], 0xCCDDEEFF);
    }
}
