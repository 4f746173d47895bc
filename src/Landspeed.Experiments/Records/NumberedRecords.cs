using System.Buffers.Binary;
using System.Runtime.Intrinsics;

namespace Landspeed.Experiments.Records;

/// <summary>
/// Generates records that contain their number in hexadecimal digits, each from one number of the sequence.
/// </summary>
/// <typeparam name="TForm">Writes one record; static, so that the loop calls it directly.</typeparam>
internal sealed class NumberedRecords<TForm> : RecordFiller
    where TForm : INumberedForm
{
    /// <inheritdoc/>
    internal override void Fill(ulong first, Span<byte> target)
    {
        RandomSequence sequence = RandomSequence.OfRecord(first);
        ulong number = first;
        for (; target.Length >= RecordSet.RecordLength; target = target[RecordSet.RecordLength..])
        {
            TForm.Write(sequence.High, sequence.Low, number, target[..RecordSet.RecordLength]);
            sequence.Step();
            number = unchecked(number + 1);
        }
    }
}

/// <summary>The format of the 100 bytes of a numbered record.</summary>
internal interface INumberedForm
{
    /// <summary>Writes a record.</summary>
    /// <param name="high">The upper half of the record's random number.</param>
    /// <param name="low">The lower half.</param>
    /// <param name="number">The record's own number.</param>
    /// <param name="record">100 bytes.</param>
    static abstract void Write(ulong high, ulong low, ulong number, Span<byte> record);
}

/// <summary>
/// Printable: a key of ten base-95 digits, two spaces, the number as 32 hexadecimal digits, two spaces, thirteen groups
/// of four equal hexadecimal digits, CR LF.
/// </summary>
internal readonly struct AsciiForm : INumberedForm
{
    private const ushort Spaces = 0x2020;
    private const ushort LineEnd = 0x0A0D; // CR first

    /// <inheritdoc/>
    public static void Write(ulong high, ulong low, ulong number, Span<byte> record)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(record, RecordDigits.LowestEight(high));
        BinaryPrimitives.WriteUInt16LittleEndian(record[8..], RecordDigits.LowestTwo(low));
        BinaryPrimitives.WriteUInt16LittleEndian(record[10..], Spaces);
        Vector128.Create((byte)'0').CopyTo(record[12..]);
        RecordDigits.Hexadecimal(number).CopyTo(record[28..]);
        BinaryPrimitives.WriteUInt16LittleEndian(record[44..], Spaces);
        RecordDigits.WriteGroups(RecordDigits.Hexadecimal(low), skipped: 3, record[46..98]);
        BinaryPrimitives.WriteUInt16LittleEndian(record[98..], LineEnd);
    }
}

/// <summary>
/// gensort 1.1: a random key, 00 11, the number as 32 hexadecimal digits, 88 99 AA BB, twelve groups of four equal
/// hexadecimal digits, CC DD EE FF.
/// </summary>
internal readonly struct OldBinaryForm : INumberedForm
{
    /// <inheritdoc/>
    public static void Write(ulong high, ulong low, ulong number, Span<byte> record)
    {
        BinaryPrimitives.WriteUInt64BigEndian(record, high);
        BinaryPrimitives.WriteUInt16BigEndian(record[8..], (ushort)(low >> 48));
        BinaryPrimitives.WriteUInt16BigEndian(record[10..], 0x0011);
        Vector128.Create((byte)'0').CopyTo(record[12..]);
        RecordDigits.Hexadecimal(number).CopyTo(record[28..]);
        BinaryPrimitives.WriteUInt32BigEndian(record[44..], 0x8899AABB);
        RecordDigits.WriteGroups(RecordDigits.Hexadecimal(low), skipped: 4, record[48..96]);
        BinaryPrimitives.WriteUInt32BigEndian(record[96..], 0xCCDDEEFF);
    }
}
