namespace Landspeed.Experiments.Records;

/// <summary>Defines records: a part of the sort benchmark's infinite sequence.</summary>
public sealed record RecordSet
{
    /// <summary>Bytes per record: 100.</summary>
    public const int RecordLength = 100;

    /// <summary>Bytes of a record that determine its order, from its first on: 10.</summary>
    public const int KeyLength = 10;

    /// <summary>Maximum number of records in a file: 92,233,720,368,547,758, which are just below 2^63 bytes.</summary>
    public const long MostRecords = long.MaxValue / RecordLength;

    /// <summary>The format. Default binary.</summary>
    public RecordLayout Layout { get; init; } = RecordLayout.Binary;

    /// <summary>
    /// Whether three quarters of the keys share a few prefixes, so that a sort cannot rely on evenly distributed keys.
    /// Default no.
    /// </summary>
    public bool IsSkewed { get; init; }

    /// <summary>Number of the first record; the last one's number is below 2^64. Default 0.</summary>
    public ulong Start { get; init; }

    /// <summary>Number of records, 0 to <see cref="MostRecords"/>.</summary>
    public required long Count { get; init; }

    /// <summary>Total number of bytes.</summary>
    public long Length => Count * RecordLength;

    /// <summary>Refuses values out of range.</summary>
    /// <exception cref="ArgumentOutOfRangeException">A value is out of range.</exception>
    /// <exception cref="ArgumentException">The old layout has no skewed form.</exception>
    public void Check()
    {
        ArgumentOutOfRangeException.ThrowIfNegative(Count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(Count, MostRecords);
        if (Count > 0 && Start > ulong.MaxValue - (ulong)(Count - 1))
        {
            throw new ArgumentOutOfRangeException(nameof(Start), Start, "the last record's number is below 2^64");
        }

        if (!Enum.IsDefined(Layout))
        {
            throw new ArgumentOutOfRangeException(nameof(Layout), Layout, "not a layout");
        }

        if (IsSkewed && Layout == RecordLayout.OldBinary)
        {
            throw new ArgumentException("records of layout 1.1 have no skewed form", nameof(IsSkewed));
        }
    }
}

/// <summary>The format of the 100 bytes of a record.</summary>
public enum RecordLayout
{
    /// <summary>Ten random fields of 10 bytes, the first of them the key: gensort since version 1.5.</summary>
    Binary,

    /// <summary>A printable key, the number in hexadecimal, printable filler, CR LF; the same in all versions.</summary>
    Ascii,

    /// <summary>A random key, the number in hexadecimal between fixed bytes, filler: gensort 1.1, Hadoop's TeraGen since 2009.</summary>
    OldBinary,
}
