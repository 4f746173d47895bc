using Landspeed.Copying.Journal;
using Landspeed.Copying.Sharing;

namespace Landspeed.Copying.Ranks;

/// <summary>The result of copying a range.</summary>
/// <param name="Problem">What went wrong, or null if it is copied and durable.</param>
/// <param name="Copied">Bytes read and written.</param>
/// <param name="Holes">Bytes of holes.</param>
/// <param name="Decision">How the bytes were moved.</param>
/// <param name="Chunks">The copied pieces, if they are to be verified.</param>
internal sealed record SegmentOutcome(CopyProblem? Problem, long Copied, long Holes, CopyDecision? Decision, IReadOnlyList<CopiedChunk> Chunks)
{
    /// <summary>Encodes the message.</summary>
    internal byte[] ToBytes()
    {
        var writer = new CompactWriter();
        CopyForms.Write(writer, Problem);
        writer.Write(Copied);
        writer.Write(Holes);
        CopyForms.Write(writer, Decision);
        ChunkForms.Write(writer, Chunks);
        return writer.ToArray();
    }

    /// <summary>Decodes the message.</summary>
    internal static SegmentOutcome Read(ReadOnlySpan<byte> bytes)
    {
        var reader = new CompactReader(bytes);
        return new SegmentOutcome(
            CopyForms.Problem(ref reader), reader.Number(), reader.Number(), CopyForms.Decision(ref reader), ChunkForms.Read(ref reader));
    }
}
