using System.Globalization;

namespace Landspeed.Experiments.Records;

/// <summary>
/// What is known about some consecutive records. Summaries of adjacent ranges can be joined into that of the whole.
/// </summary>
/// <remarks>Immutable. The default is the summary of no records.</remarks>
internal readonly record struct RecordSummary
{
    /// <summary>Number of records.</summary>
    internal long Count { get; init; }

    /// <summary>Number of records with a smaller key than the previous one.</summary>
    internal long Unordered { get; init; }

    /// <summary>Zero-based index of the first of these; meaningless if there is none.</summary>
    internal long FirstUnordered { get; init; }

    /// <summary>Number of records with the same key as the previous one.</summary>
    internal long Duplicates { get; init; }

    /// <summary>Sum of the CRC-32 of all records, modulo 2^128: the same in every order.</summary>
    internal UInt128 Checksum { get; init; }

    /// <summary>Key of the first record.</summary>
    internal RecordKey First { get; init; }

    /// <summary>Key of the last record.</summary>
    internal RecordKey Last { get; init; }

    /// <summary>Returns the summary of these records and those that follow them.</summary>
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

/// <summary>Joins summaries that arrive in any order into that of the whole.</summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class SummaryJoin
{
    private readonly Lock _turn = new();
    private readonly Dictionary<long, RecordSummary> _waiting = [];
    private long _next;

    /// <summary>The summary of all parts up to the first missing one.</summary>
    internal RecordSummary Whole { get; private set; }

    /// <summary>Adds a part.</summary>
    /// <param name="ordinal">Its zero-based index.</param>
    /// <param name="summary">Its summary.</param>
    internal void Enter(long ordinal, in RecordSummary summary)
    {
        lock (_turn)
        {
            _waiting.Add(ordinal, summary);
            while (_waiting.Remove(_next, out RecordSummary next))
            {
                Whole = Whole.Join(next);
                _next++;
            }
        }
    }
}

/// <summary>Formats checksums as gensort and valsort print them.</summary>
internal static class RecordChecksum
{
    /// <summary>Formats as lower-case hexadecimal without leading zeros; 0 for no records.</summary>
    internal static string Text(UInt128 checksum) => checksum.ToString("x", CultureInfo.InvariantCulture);
}
