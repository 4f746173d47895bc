namespace Landspeed.Copying.Sharing;

/// <summary>
/// A rank's report to the pool and its requests. Compact binary form; the format is described in
/// docs/decisions/sharing.md.
/// </summary>
/// <param name="Rank">The asking rank.</param>
/// <param name="Sequence">Counted by the rank from 1; a repeated question has the same number.</param>
internal sealed record CheckIn(int Rank, long Sequence)
{
    private const int Version = 1;

    /// <summary>
    /// True if nothing is under way on this rank, so that it creates no work unless it is given some.
    /// </summary>
    internal bool IsIdle { get; init; }

    /// <summary>How many items the rank could start now.</summary>
    internal int Wants { get; init; }

    /// <summary>How many verifications it accepts in addition to its own work, including the wanted ones.</summary>
    internal int Accepts { get; init; }

    /// <summary>Items that it has beyond those that it could start now.</summary>
    internal int Surplus { get; init; }

    /// <summary>Items that it has but must not do itself.</summary>
    internal int Foreign { get; init; }

    /// <summary>Why all ranks are to stop; 0 if they are not.</summary>
    internal int StopCode { get; init; }

    /// <summary>Items for other ranks, all with this home.</summary>
    internal IReadOnlyList<SharedItem> Offers { get; init; } = [];

    /// <summary>Items given by the pool, with their results.</summary>
    internal IReadOnlyList<WorkOutcome> Outcomes { get; init; } = [];

    /// <summary>Current values of this rank's counters.</summary>
    internal IReadOnlyList<long> Counters { get; init; } = [];

    /// <summary>Events and problems since the last report.</summary>
    internal IReadOnlyList<byte[]> Notes { get; init; } = [];

    /// <summary>Encodes the message.</summary>
    internal byte[] ToBytes()
    {
        var writer = new CompactWriter();
        writer.Write(Version);
        writer.Write(Rank);
        writer.Write(Sequence);
        writer.Write(IsIdle ? 1 : 0);
        foreach (int number in (ReadOnlySpan<int>)[Wants, Accepts, Surplus, Foreign, StopCode])
        {
            writer.Write(number);
        }

        writer.Write(Offers.Count);
        foreach (SharedItem item in Offers)
        {
            ItemForm.Write(writer, item);
        }

        writer.Write(Outcomes.Count);
        foreach (WorkOutcome outcome in Outcomes)
        {
            ItemForm.Write(writer, outcome.Id);
            writer.Write(outcome.Result is null ? 0 : 1);
            writer.Write(outcome.Result);
        }

        writer.Write(Counters.Count);
        foreach (long counter in Counters)
        {
            writer.Write(counter);
        }

        writer.Write(Notes.Count);
        foreach (byte[] note in Notes)
        {
            writer.Write(note);
        }

        return writer.ToArray();
    }

    /// <summary>Decodes a message.</summary>
    /// <exception cref="InvalidDataException">It is not such a message, or of another version.</exception>
    internal static CheckIn Read(ReadOnlySpan<byte> bytes)
    {
        var reader = new CompactReader(bytes);
        if (reader.Number() != Version)
        {
            throw CompactReader.Damaged();
        }

        var message = new CheckIn(reader.Count(), reader.Number())
        {
            IsIdle = reader.Number() != 0,
            Wants = reader.Count(),
            Accepts = reader.Count(),
            Surplus = reader.Count(),
            Foreign = reader.Count(),
            StopCode = reader.Count(),
            Offers = ItemForm.ReadItems(ref reader),
            Outcomes = ReadOutcomes(ref reader),
            Counters = ReadCounters(ref reader),
            Notes = ReadNotes(ref reader),
        };
        reader.End();
        return message;
    }

    private static WorkOutcome[] ReadOutcomes(ref CompactReader reader)
    {
        var outcomes = new WorkOutcome[reader.Elements()];
        for (int index = 0; index < outcomes.Length; index++)
        {
            WorkId id = ItemForm.ReadId(ref reader);
            bool hasResult = reader.Number() != 0;
            byte[] result = reader.Bytes();
            outcomes[index] = new WorkOutcome(id, hasResult ? result : null);
        }

        return outcomes;
    }

    private static long[] ReadCounters(ref CompactReader reader)
    {
        long[] counters = new long[reader.Elements()];
        for (int index = 0; index < counters.Length; index++)
        {
            counters[index] = reader.Number();
        }

        return counters;
    }

    private static byte[][] ReadNotes(ref CompactReader reader)
    {
        byte[][] notes = new byte[reader.Elements()][];
        for (int index = 0; index < notes.Length; index++)
        {
            notes[index] = reader.Bytes();
        }

        return notes;
    }
}

/// <summary>The outcome of an item given by the pool.</summary>
/// <param name="Id">The item.</param>
/// <param name="Result">The result for its home, or null if it expects none.</param>
internal sealed record WorkOutcome(WorkId Id, byte[]? Result);
