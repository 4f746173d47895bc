using Landspeed.Copying.Journal;
using Landspeed.Copying.Sharing;
using Landspeed.Hashing;

namespace Landspeed.Copying.Ranks;

/// <summary>Encodes pieces in messages.</summary>
internal static class ChunkForms
{
    internal static void Write(CompactWriter writer, IReadOnlyList<CopiedChunk> chunks)
    {
        writer.Write(chunks.Count);
        byte[] hash = new byte[Hash128.Size];
        foreach (CopiedChunk chunk in chunks)
        {
            writer.Write(chunk.Offset);
            writer.Write(chunk.Length);
            chunk.Hash.Write(hash);
            writer.Write(hash);
        }
    }

    internal static CopiedChunk[] Read(ref CompactReader reader)
    {
        var chunks = new CopiedChunk[reader.Elements()];
        for (int index = 0; index < chunks.Length; index++)
        {
            chunks[index] = new CopiedChunk(reader.Number(), reader.Count(), Hash128.Read(reader.Bytes()));
        }

        return chunks;
    }
}
