using Landspeed.Copying.Journal;
using Landspeed.Copying.Sharing;
using Landspeed.Hashing;

namespace Landspeed.Copying.Ranks;

/// <summary>Written content to compare: pieces of one large file, or small files of one directory.</summary>
/// <param name="Part">The large file, or null for small ones.</param>
/// <param name="Chunks">Its pieces.</param>
/// <param name="Directory">The directory of the small ones.</param>
/// <param name="Files">Name, final name, length and hash of each.</param>
internal sealed record VerificationPayload(
    PartPayload? Part,
    IReadOnlyList<CopiedChunk> Chunks,
    FilePath Directory,
    IReadOnlyList<(FilePath Name, FilePath Target, long Length, Hash128 Hash)> Files)
{
    /// <summary>Encodes the message.</summary>
    internal byte[] ToBytes()
    {
        var writer = new CompactWriter();
        writer.Write(Part is null ? 0 : 1);
        Part?.Write(writer);
        ChunkForms.Write(writer, Chunks);
        writer.Write(Directory.Bytes);
        writer.Write(Files.Count);
        byte[] hash = new byte[Hash128.Size];
        foreach ((FilePath name, FilePath target, long length, Hash128 value) in Files)
        {
            writer.Write(name.Bytes);
            writer.Write(target.Bytes);
            writer.Write(length);
            value.Write(hash);
            writer.Write(hash);
        }

        return writer.ToArray();
    }

    /// <summary>Decodes the message.</summary>
    internal static VerificationPayload Read(ReadOnlySpan<byte> bytes)
    {
        var reader = new CompactReader(bytes);
        PartPayload? part = reader.Number() == 0 ? null : PartPayload.Read(ref reader);
        CopiedChunk[] chunks = ChunkForms.Read(ref reader);
        FilePath directory = FilePath.FromBytes(reader.Bytes());
        var files = new (FilePath, FilePath, long, Hash128)[reader.Elements()];
        for (int index = 0; index < files.Length; index++)
        {
            files[index] = (FilePath.FromBytes(reader.Bytes()), FilePath.FromBytes(reader.Bytes()), reader.Number(), Hash128.Read(reader.Bytes()));
        }

        return new VerificationPayload(part, chunks, directory, files);
    }
}
