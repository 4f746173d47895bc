namespace Landspeed.Experiments.Records;

/// <summary>What was found of records.</summary>
public sealed record RecordValidation
{
    /// <summary>How many.</summary>
    public required long Count { get; init; }

    /// <summary>How many have a smaller key than the one before them; 0: all are in order.</summary>
    public required long Unordered { get; init; }

    /// <summary>Zero-based number of the first of these; null: there is none.</summary>
    public required long? FirstUnordered { get; init; }

    /// <summary>How many have the same key as the one before them.</summary>
    public required long Duplicates { get; init; }

    /// <summary>Sum of the CRC-32 of all records, as valsort prints it.</summary>
    public required string Checksum { get; init; }

    internal static RecordValidation Of(in RecordSummary summary) => new()
    {
        Count = summary.Count,
        Unordered = summary.Unordered,
        FirstUnordered = summary.Unordered > 0 ? summary.FirstUnordered : null,
        Duplicates = summary.Duplicates,
        Checksum = RecordChecksum.Text(summary.Checksum),
    };
}
