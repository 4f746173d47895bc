namespace Landspeed.Results;

/// <summary>
/// Names of what is reported about records besides times and bytes; facts are words, and numbers that must be exact.
/// </summary>
public static class RecordLabels
{
    /// <summary>Bytes per record: 100.</summary>
    public const double BytesOfRecord = 100;

    /// <summary>Sum of the CRC-32 of all records, as gensort and valsort print it.</summary>
    public const string Checksum = "checksum";

    /// <summary>Whether the records are in order: <c>yes</c> or <c>no</c>.</summary>
    public const string InOrder = "in_order";

    /// <summary>Zero-based number of the first record whose key is smaller than the one before it.</summary>
    public const string FirstUnordered = "first_unordered_record";

    /// <summary>How bytes really used the page cache.</summary>
    public const string Mode = "effective_mode";

    /// <summary>Why that is not the requested mode.</summary>
    public const string ModeReason = "mode_reason";

    /// <summary>A value: number of records with a smaller key than the previous one.</summary>
    public const string UnorderedRecords = "unordered_records";

    /// <summary>A value: number of records with the same key as the previous one.</summary>
    public const string DuplicateRecords = "duplicate_records";

    /// <summary>A value: bytes that an interrupted run had written.</summary>
    public const string ResumedBytes = "resumed_bytes";
}
