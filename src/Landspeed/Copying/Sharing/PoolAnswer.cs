namespace Landspeed.Copying.Sharing;

/// <summary>
/// The pool's answer to a <see cref="CheckIn"/>. Compact binary form; the format is described in
/// docs/decisions/sharing.md.
/// </summary>
/// <param name="Sequence">The question's number.</param>
internal sealed record PoolAnswer(long Sequence)
{
    private const int Version = 1;

    /// <summary>True if the work of all ranks is done or abandoned.</summary>
    internal bool IsDone { get; init; }

    /// <summary>True if other ranks are idle, or soon will be.</summary>
    internal bool HasDemand { get; init; }

    /// <summary>Which rank wants all to stop, and why; null if none does.</summary>
    internal StopRequest? Stop { get; init; }

    /// <summary>How many items the next question may offer.</summary>
    internal int Grant { get; init; }

    /// <summary>Minimum wait before the next question, even if there is something new.</summary>
    internal TimeSpan Pause { get; init; }

    /// <summary>Wait before the next question if there is nothing new.</summary>
    internal TimeSpan Rest { get; init; }

    /// <summary>Items to do.</summary>
    internal IReadOnlyList<SharedItem> Items { get; init; } = [];

    /// <summary>Results of items of this rank.</summary>
    internal IReadOnlyList<SharedResult> Results { get; init; } = [];

    /// <summary>Items that this rank is still working on but no longer needs to, because another was faster.</summary>
    internal IReadOnlyList<WorkId> Revoked { get; init; } = [];

    /// <summary>Encodes the message.</summary>
    internal byte[] ToBytes()
    {
        var writer = new CompactWriter();
        writer.Write(Version);
        writer.Write(Sequence);
        writer.Write(IsDone ? 1 : 0);
        writer.Write(HasDemand ? 1 : 0);
        writer.Write(Stop?.Code ?? 0);
        writer.Write(Stop?.Rank ?? 0);
        writer.Write(Grant);
        writer.Write((long)Pause.TotalMicroseconds);
        writer.Write((long)Rest.TotalMicroseconds);
        writer.Write(Items.Count);
        foreach (SharedItem item in Items)
        {
            ItemForm.Write(writer, item);
        }

        writer.Write(Results.Count);
        foreach (SharedResult result in Results)
        {
            ItemForm.Write(writer, result.Id);
            writer.Write((long)result.Kind);
            writer.Write(result.By);
            ItemForm.Write(writer, result.Also);
            writer.Write(result.Payload);
        }

        writer.Write(Revoked.Count);
        foreach (WorkId id in Revoked)
        {
            ItemForm.Write(writer, id);
        }

        return writer.ToArray();
    }

    /// <summary>Decodes a message.</summary>
    /// <exception cref="InvalidDataException">It is not such a message, or of another version.</exception>
    internal static PoolAnswer Read(ReadOnlySpan<byte> bytes)
    {
        var reader = new CompactReader(bytes);
        if (reader.Number() != Version)
        {
            throw CompactReader.Damaged();
        }

        var message = new PoolAnswer(reader.Number())
        {
            IsDone = reader.Number() != 0,
            HasDemand = reader.Number() != 0,
            Stop = ReadStop(ref reader),
            Grant = reader.Count(),
            Pause = TimeSpan.FromMicroseconds(reader.Number()),
            Rest = TimeSpan.FromMicroseconds(reader.Number()),
            Items = ItemForm.ReadItems(ref reader),
            Results = ReadResults(ref reader),
            Revoked = ReadRevoked(ref reader),
        };
        reader.End();
        return message;
    }

    private static StopRequest? ReadStop(ref CompactReader reader)
    {
        int code = reader.Count();
        int rank = reader.Count();
        return code == 0 ? null : new StopRequest(rank, code);
    }

    private static SharedResult[] ReadResults(ref CompactReader reader)
    {
        var results = new SharedResult[reader.Elements()];
        for (int index = 0; index < results.Length; index++)
        {
            WorkId id = ItemForm.ReadId(ref reader);
            WorkKind kind = ItemForm.ReadKind(ref reader);
            int by = reader.Count();
            int[] also = ItemForm.ReadRanks(ref reader);
            results[index] = new SharedResult(id, kind, by, reader.Bytes()) { Also = also };
        }

        return results;
    }

    private static WorkId[] ReadRevoked(ref CompactReader reader)
    {
        var revoked = new WorkId[reader.Elements()];
        for (int index = 0; index < revoked.Length; index++)
        {
            revoked[index] = ItemForm.ReadId(ref reader);
        }

        return revoked;
    }
}
