using Landspeed.Copying.Journal;
using Landspeed.Copying.Sharing;
using Landspeed.Quantities;

namespace Landspeed.Copying.Ranks;

/// <summary>A range of a large file to copy.</summary>
/// <param name="Part">The destination.</param>
/// <param name="Record">The identification of the source, see <see cref="CopyJournal.SourceRecord"/>.</param>
/// <param name="Range">The range.</param>
internal sealed record SegmentPayload(PartPayload Part, byte[] Record, ByteRange Range)
{
    /// <summary>Encodes the message.</summary>
    internal byte[] ToBytes()
    {
        var writer = new CompactWriter();
        Part.Write(writer);
        writer.Write(Record);
        writer.Write(Range.Offset);
        writer.Write(Range.Length);
        return writer.ToArray();
    }

    /// <summary>Decodes the message.</summary>
    internal static SegmentPayload Read(ReadOnlySpan<byte> bytes)
    {
        var reader = new CompactReader(bytes);
        return new SegmentPayload(PartPayload.Read(ref reader), reader.Bytes(), new ByteRange(reader.Number(), reader.Number()));
    }
}
