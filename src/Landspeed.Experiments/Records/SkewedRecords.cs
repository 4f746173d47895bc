using System.Buffers.Binary;
using System.Numerics;

namespace Landspeed.Experiments.Records;

/// <summary>
/// Generates records of which three quarters have a key that starts like that of one of the first 129 records: the one
/// whose number is the bit length of their own number.
/// </summary>
internal sealed class SkewedRecords : RecordFiller
{
    private const int SharedLength = 6; // bytes of a key that may come from another

    private readonly RecordFiller _even;
    private readonly bool _isAscii;
    private readonly ulong[] _beginnings; // of the first keys, the first byte highest, six bytes and two zeros

    internal SkewedRecords(RecordFiller even, RecordLayout layout)
    {
        _even = even;
        _isAscii = layout == RecordLayout.Ascii;
        byte[] first = new byte[(64 + 1) * RecordSet.RecordLength]; // numbers have 64 bits here; 128 in gensort
        even.Fill(0, first);
        _beginnings = [.. first.Chunk(RecordSet.RecordLength)
            .Select(record => BinaryPrimitives.ReadUInt64BigEndian(record) & Upper(SharedLength * 8))];
    }

    /// <inheritdoc/>
    internal override void Fill(ulong first, Span<byte> target)
    {
        _even.Fill(first, target);
        RandomSequence sequence = RandomSequence.OfRecord(first);
        ulong number = first;
        for (; target.Length >= RecordSet.RecordLength; target = target[RecordSet.RecordLength..])
        {
            ulong shared = Upper(SharedBits(sequence.Low));
            ulong key = BinaryPrimitives.ReadUInt64BigEndian(target);
            BinaryPrimitives.WriteUInt64BigEndian(target, (key & ~shared) | (_beginnings[Index(number)] & shared));
            sequence.Step();
            number = unchecked(number + 1);
        }
    }

    // gensort checks the upper four bits of the lower half first, and takes any of them for the highest.
    private static int Index(ulong number) =>
        number >> 60 != 0 ? 64 : 64 - BitOperations.LeadingZeroCount(number);

    private int SharedBits(ulong low)
    {
        int drawn = (int)((low >> 32) & 63);
        return _isAscii
            ? (drawn & 7) is var bytes && bytes > SharedLength ? 0 : bytes * 8
            : drawn > SharedLength * 8 ? 0 : drawn;
    }

    private static ulong Upper(int bits) => bits == 0 ? 0 : ulong.MaxValue << (64 - bits);
}
