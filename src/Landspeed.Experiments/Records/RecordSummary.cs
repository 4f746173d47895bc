namespace Landspeed.Experiments.Records;

/// <summary>What is known of some records in a row. Summaries of rows that follow each other join to that of the whole.</summary>
/// <remarks>Immutable. The default is that of no records.</remarks>
internal readonly record struct RecordSummary
{
    /// <summary>How many.</summary>
    internal long Count { get; init; }

    /// <summary>How many have a smaller key than the one before them.</summary>
    internal long Unordered { get; init; }

    /// <summary>Zero-based place of the first of these; meaningless while there is none.</summary>
    internal long FirstUnordered { get; init; }

    /// <summary>How many have the same key as the one before them.</summary>
    internal long Duplicates { get; init; }

    /// <summary>Sum of the CRC-32 of all records, modulo 2^128: the same in every order.</summary>
    internal UInt128 Checksum { get; init; }

    /// <summary>Key of the first record.</summary>
    internal RecordKey First { get; init; }

    /// <summary>Key of the last record.</summary>
    internal RecordKey Last { get; init; }

    /// <summary>The summary of these records and those that follow them.</summary>
    internal RecordSummary Join(in RecordSummary next)
    {
        if (Count == 0 || next.Count == 0)
        {
            return Count == 0 ? next : this;
        }

        int order = Last.CompareTo(next.First);
        long first = Unordered > 0 ? FirstUnordered : Count + (order > 0 ? 0 : next.FirstUnordered);
        return new RecordSummary
        {
            Count = Count + next.Count,
            Unordered = Unordered + next.Unordered + (order > 0 ? 1 : 0),
            FirstUnordered = first,
            Duplicates = Duplicates + next.Duplicates + (order == 0 ? 1 : 0),
            Checksum = unchecked(Checksum + next.Checksum),
            First = First,
            Last = next.Last,
        };
    }
}
