namespace Landspeed.Copying.Sharing;

/// <summary>Encodes items in messages.</summary>
internal static class ItemForm
{
    /// <summary>Writes an item's id.</summary>
    internal static void Write(CompactWriter writer, WorkId id)
    {
        writer.Write(id.Home);
        writer.Write(id.Number);
    }

    /// <summary>Reads an item's id.</summary>
    /// <exception cref="InvalidDataException">There is none.</exception>
    internal static WorkId ReadId(ref CompactReader reader) => new(reader.Count(), reader.Number());

    /// <summary>Writes an item.</summary>
    internal static void Write(CompactWriter writer, SharedItem item)
    {
        Write(writer, item.Id);
        writer.Write((long)item.Kind);
        writer.Write(item.Avoids + 1L); // none: 0
        Write(writer, item.AvoidsToo);
        writer.Write(item.Payload);
    }

    /// <summary>Reads a kind.</summary>
    /// <exception cref="InvalidDataException">The kind is unknown.</exception>
    internal static WorkKind ReadKind(ref CompactReader reader) =>
        reader.Number() is var kind and >= (long)WorkKind.Directory and <= (long)WorkKind.Links ? (WorkKind)kind : throw CompactReader.Damaged();

    /// <summary>Writes rank numbers.</summary>
    internal static void Write(CompactWriter writer, IReadOnlyList<int> ranks)
    {
        writer.Write(ranks.Count);
        foreach (int rank in ranks)
        {
            writer.Write(rank);
        }
    }

    /// <summary>Reads rank numbers.</summary>
    /// <exception cref="InvalidDataException">They are incomplete.</exception>
    internal static int[] ReadRanks(ref CompactReader reader)
    {
        int[] ranks = new int[reader.Elements()];
        for (int index = 0; index < ranks.Length; index++)
        {
            ranks[index] = reader.Count();
        }

        return ranks;
    }

    /// <summary>Reads a count followed by items.</summary>
    /// <exception cref="InvalidDataException">They are incomplete.</exception>
    internal static SharedItem[] ReadItems(ref CompactReader reader)
    {
        var items = new SharedItem[reader.Elements()];
        for (int index = 0; index < items.Length; index++)
        {
            WorkId id = ReadId(ref reader);
            WorkKind kind = ReadKind(ref reader);
            int avoids = reader.Count() - 1;
            int[] avoidsToo = ReadRanks(ref reader);
            items[index] = new SharedItem(id, kind, reader.Bytes()) { Avoids = avoids, AvoidsToo = avoidsToo };
        }

        return items;
    }
}
