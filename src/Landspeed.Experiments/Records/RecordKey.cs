using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Landspeed.Experiments.Records;

/// <summary>The ten bytes that order a record, as numbers that compare like the bytes.</summary>
/// <param name="High">The first eight bytes.</param>
/// <param name="Low">The last two.</param>
internal readonly record struct RecordKey(ulong High, ushort Low)
{
    /// <summary>The key of a record.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static RecordKey Of(ReadOnlySpan<byte> record) =>
        new(BinaryPrimitives.ReadUInt64BigEndian(record), BinaryPrimitives.ReadUInt16BigEndian(record[8..]));

    /// <summary>The same with the letters A to Z as small ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal RecordKey IgnoringCase() => new(Small(High), (ushort)Small(Low));

    /// <summary>Less than 0, 0 or more than 0: before the other, equal, behind it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int CompareTo(RecordKey other) =>
        High != other.High ? (High < other.High ? -1 : 1) : Low - other.Low;

    // All bytes at once: the uppermost bit of a byte tells what lies from A on, and what lies above Z; bytes from 128 on are
    // no letters.
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
