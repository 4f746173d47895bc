using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Landspeed.Experiments.Records;

/// <summary>
/// Generates records of gensort 1.5: ten fields of 10 bytes, field k the upper 80 bits of X(n + 1 + k), XOR a mask.
/// </summary>
/// <remarks>
/// Record n + 1 starts where record n has its second field. So the fields, each generated once, are placed in a row,
/// and a record is a window of 100 bytes on it that moves by 10 bytes: one step of the sequence per record instead of
/// ten.
/// </remarks>
internal sealed class BinaryRecords : RecordFiller
{
    private const int FieldLength = 10;
    private const int FieldsInRecord = RecordSet.RecordLength / FieldLength;

    // 128 records at a time: their fields (1.4 KB) and the records (12.8 KB) stay in the first-level cache.
    private const int BatchRecords = 128;

    private static ReadOnlySpan<byte> Mask =>
    [
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0xF0, 0xE8, 0xE4, 0xE2, 0xE1, 0xD8, 0xD4, 0xD2, 0xD1, 0xCC,
        0xCA, 0xC9, 0xC6, 0xC5, 0xC3, 0xB8, 0xB4, 0xB2, 0xB1, 0xAC,
        0xAA, 0xA9, 0xA6, 0xA5, 0xA3, 0x9C, 0x9A, 0x99, 0x96, 0x95,
        0x93, 0x8E, 0x8D, 0x8B, 0x87, 0x78, 0x74, 0x72, 0x71, 0x6C,
        0x6A, 0x69, 0x66, 0x65, 0x63, 0x5C, 0x5A, 0x59, 0x56, 0x55,
        0x53, 0x4E, 0x4D, 0x4B, 0x47, 0x3C, 0x3A, 0x39, 0x36, 0x35,
        0x33, 0x2E, 0x2D, 0x2B, 0x27, 0x1E, 0x1D, 0x1B, 0x17, 0x0F,
        0xC8, 0xC4, 0xC2, 0xC1, 0x98, 0x94, 0x92, 0x91, 0x8C, 0xE0,
        0x17, 0x0F, 0x33, 0x2E, 0x2D, 0x2B, 0x27, 0x1E, 0x1D, 0x1B,
    ];

    /// <inheritdoc/>
    [SkipLocalsInit]
    internal override void Fill(ulong first, Span<byte> target)
    {
        // The fields of a batch, and nine fields of the records after it.
        Span<byte> fields = stackalloc byte[(BatchRecords + FieldsInRecord - 1) * FieldLength];
        RandomSequence sequence = RandomSequence.OfRecord(first);
        Span<byte> common = fields[..((FieldsInRecord - 1) * FieldLength)];
        AppendFields(ref sequence, common);
        while (!target.IsEmpty)
        {
            int records = Math.Min(BatchRecords, target.Length / RecordSet.RecordLength);
            Span<byte> added = fields.Slice(common.Length, records * FieldLength);
            AppendFields(ref sequence, added);
            Span<byte> batch = target[..(records * RecordSet.RecordLength)];
            WriteWindows(fields, batch);
            fields.Slice(added.Length, common.Length).CopyTo(common);
            target = target[batch.Length..];
        }
    }

    private static void AppendFields(ref RandomSequence sequence, Span<byte> fields)
    {
        RandomSequence current = sequence;
        for (; fields.Length >= FieldLength; fields = fields[FieldLength..])
        {
            BinaryPrimitives.WriteUInt64BigEndian(fields, current.High);
            BinaryPrimitives.WriteUInt16BigEndian(fields[8..], (ushort)(current.Low >> 48));
            current.Step();
        }

        sequence = current;
    }

    private static void WriteWindows(ReadOnlySpan<byte> fields, Span<byte> batch)
    {
        Vector256<byte> first = Vector256.Create(Mask);
        Vector256<byte> second = Vector256.Create(Mask[32..]);
        Vector256<byte> third = Vector256.Create(Mask[64..]);
        uint last = MemoryMarshal.Read<uint>(Mask[96..]);
        for (; batch.Length >= RecordSet.RecordLength; batch = batch[RecordSet.RecordLength..])
        {
            ReadOnlySpan<byte> window = fields[..RecordSet.RecordLength];
            (Vector256.Create(window) ^ first).CopyTo(batch);
            (Vector256.Create(window[32..]) ^ second).CopyTo(batch[32..]);
            (Vector256.Create(window[64..]) ^ third).CopyTo(batch[64..]);
            MemoryMarshal.Write(batch[96..], MemoryMarshal.Read<uint>(window[96..]) ^ last);
            fields = fields[FieldLength..];
        }
    }
}
