using Landspeed.Copying.Sharing;

namespace Landspeed.Copying.Ranks;

/// <summary>Entries to copy, other than directories.</summary>
/// <param name="IsNew">True if this run created their directory in the target.</param>
/// <param name="Entries">Directory, name and kind of each.</param>
internal sealed record EntriesPayload(bool IsNew, IReadOnlyList<(FilePath Directory, FilePath Name, FileKind Kind)> Entries)
{
    /// <summary>Encodes the message.</summary>
    internal byte[] ToBytes()
    {
        var writer = new CompactWriter();
        writer.Write(IsNew ? 1 : 0);
        writer.Write(Entries.Count);
        FilePath? last = null;
        foreach ((FilePath directory, FilePath name, FileKind kind) in Entries)
        {
            // Most are in the same directory as the previous one.
            writer.Write(directory.Equals(last) ? [] : directory.Bytes);
            writer.Write(name.Bytes);
            writer.Write((long)kind);
            last = directory;
        }

        return writer.ToArray();
    }

    /// <summary>Decodes the message.</summary>
    internal static EntriesPayload Read(ReadOnlySpan<byte> bytes)
    {
        var reader = new CompactReader(bytes);
        bool isNew = reader.Number() != 0;
        var entries = new (FilePath, FilePath, FileKind)[reader.Elements()];
        FilePath? last = null;
        for (int index = 0; index < entries.Length; index++)
        {
            byte[] directory = reader.Bytes();
            last = directory.Length > 0 ? FilePath.FromBytes(directory) : last ?? throw CompactReader.Damaged();
            entries[index] = (last, FilePath.FromBytes(reader.Bytes()), (FileKind)reader.Count());
        }

        return new EntriesPayload(isNew, entries);
    }
}
