using Landspeed.Copying.Sharing;

namespace Landspeed.Copying.Ranks;

/// <summary>Subdirectories of one directory that are to be walked.</summary>
/// <param name="Above">The path of the parent directory below the roots.</param>
/// <param name="IsNew">True if this run created them in the target.</param>
/// <param name="Names">Their names; empty for the roots themselves.</param>
internal sealed record DirectoriesPayload(FilePath Above, bool IsNew, IReadOnlyList<FilePath> Names)
{
    /// <summary>Encodes the message.</summary>
    internal byte[] ToBytes()
    {
        var writer = new CompactWriter();
        writer.Write(Above.Bytes);
        writer.Write(IsNew ? 1 : 0);
        writer.Write(Names.Count);
        foreach (FilePath name in Names)
        {
            writer.Write(name.Bytes);
        }

        return writer.ToArray();
    }

    /// <summary>Decodes the message.</summary>
    internal static DirectoriesPayload Read(ReadOnlySpan<byte> bytes)
    {
        var reader = new CompactReader(bytes);
        FilePath above = FilePath.FromBytes(reader.Bytes());
        bool isNew = reader.Number() != 0;
        var names = new FilePath[reader.Elements()];
        for (int index = 0; index < names.Length; index++)
        {
            names[index] = FilePath.FromBytes(reader.Bytes());
        }

        return new DirectoriesPayload(above, isNew, names);
    }
}
