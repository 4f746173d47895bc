using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Landspeed.Experiments.Records;

/// <summary>Examines consecutive records.</summary>
/// <param name="ignoresCase">Whether the letters A to Z count as lower case.</param>
/// <remarks>Safe for all threads. About 5 GB/s per core.</remarks>
internal sealed class RecordJudge(bool ignoresCase)
{
    /// <summary>Computes the summary of some records.</summary>
    /// <param name="records">A multiple of <see cref="RecordSet.RecordLength"/> bytes, or none.</param>
    internal RecordSummary Summarize(ReadOnlySpan<byte> records)
    {
        if (records.IsEmpty)
        {
            return default;
        }

        RecordKey first = KeyOf(records);
        RecordKey before = first;
        (long unordered, long firstUnordered, long duplicates) = (0, 0, 0);
        ulong sum = 0; // a span has fewer than 2^25 records, so their sum fits
        int length = records.Length;
        for (int start = 0; start < length; start += RecordSet.RecordLength)
        {
            ReadOnlySpan<byte> record = records.Slice(start, RecordSet.RecordLength);
            sum += RecordCrc.Compute(record);
            RecordKey key = KeyOf(record);
            int order = before.CompareTo(key);
            if (order > 0)
            {
                firstUnordered = unordered++ == 0 ? start / RecordSet.RecordLength : firstUnordered;
            }

            duplicates += order == 0 ? 1 : 0;
            before = key;
        }

        return new RecordSummary
        {
            Count = length / RecordSet.RecordLength,
            Unordered = unordered,
            FirstUnordered = firstUnordered,
            Duplicates = duplicates - 1, // the first record was compared with itself
            Checksum = sum,
            First = first,
            Last = before,
        };
    }

    private RecordKey KeyOf(ReadOnlySpan<byte> record) =>
        ignoresCase ? RecordKey.Of(record).IgnoringCase() : RecordKey.Of(record);
}

/// <summary>The ten bytes that determine a record's order, as numbers that compare like the bytes.</summary>
/// <param name="High">The first eight bytes.</param>
/// <param name="Low">The last two.</param>
internal readonly record struct RecordKey(ulong High, ushort Low)
{
    /// <summary>Returns the key of a record.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static RecordKey Of(ReadOnlySpan<byte> record) =>
        new(BinaryPrimitives.ReadUInt64BigEndian(record), BinaryPrimitives.ReadUInt16BigEndian(record[8..]));

    /// <summary>Returns the key with the letters A to Z as lower case.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal RecordKey IgnoringCase() => new(Small(High), (ushort)Small(Low));

    /// <summary>
    /// Returns less than 0, 0 or more than 0 if this key is before the other, equal to it, or after it.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int CompareTo(RecordKey other) =>
        High != other.High ? (High < other.High ? -1 : 1) : Low - other.Low;

    // All bytes at once: the top bit of a byte shows which are at or above A, and which are above Z; bytes from 128 on
    // are not letters.
    private static ulong Small(ulong bytes)
    {
        const ulong Each = 0x0101_0101_0101_0101;
        ulong seven = bytes & (0x7F * Each);
        ulong fromA = seven + ((0x80 - 'A') * Each);
        ulong aboveZ = seven + ((0x80 - 'Z' - 1) * Each);
        ulong capital = fromA & ~aboveZ & ~bytes & (0x80 * Each);
        return bytes | (capital >> 2);
    }
}
