using Landspeed.Copying.Sharing;

namespace Landspeed.Copying.Ranks;

/// <summary>Sends names that were set aside to rank 0, which groups those of one file.</summary>
internal static class SetAsideForms
{
    /// <summary>Writes names.</summary>
    internal static byte[] Write(IReadOnlyList<SetAsideName> names)
    {
        var writer = new CompactWriter();
        writer.Write(names.Count);
        foreach (SetAsideName name in names)
        {
            writer.Write(BitConverter.GetBytes(name.Inode));
            writer.Write(name.Directory.Bytes);
            writer.Write(name.Name.Bytes);
            writer.Write((long)name.Kind);
        }

        return writer.ToArray();
    }

    /// <summary>Groups the names of one file, and combines a few files into one item.</summary>
    /// <param name="written">The names of all ranks.</param>
    /// <param name="together">Maximum number of names per item, unless one file has more.</param>
    internal static IEnumerable<EntriesPayload> Plan(IReadOnlyList<byte[]> written, int together)
    {
        // As far as threads allow, the same name comes first in each run and before the others, so that the leftovers
        // of an interrupted run are continued.
        List<SetAsideName> first = [];
        List<SetAsideName> further = [];
        foreach (IGrouping<ulong, SetAsideName> file in written.SelectMany(Read).GroupBy(name => name.Inode))
        {
            SetAsideName[] names = [.. file.OrderBy(name => RankPaths.Below(name.Directory, name.Name).Text, StringComparer.Ordinal)];
            first.Add(names[0]);
            further.AddRange(names.Skip(1));
            if (first.Count + further.Count >= together)
            {
                yield return Item(first, further);
                first.Clear();
                further.Clear();
            }
        }

        if (first.Count > 0)
        {
            yield return Item(first, further);
        }
    }

    private static EntriesPayload Item(List<SetAsideName> first, List<SetAsideName> further) =>
        new(IsNew: false, [.. first.Concat(further).Select(name => (name.Directory, name.Name, name.Kind))]);

    private static SetAsideName[] Read(byte[] bytes)
    {
        var reader = new CompactReader(bytes);
        var names = new SetAsideName[reader.Elements()];
        for (int index = 0; index < names.Length; index++)
        {
            names[index] = new SetAsideName(
                BitConverter.ToUInt64(reader.Bytes()), FilePath.FromBytes(reader.Bytes()), FilePath.FromBytes(reader.Bytes()), (FileKind)reader.Count());
        }

        return names;
    }
}
