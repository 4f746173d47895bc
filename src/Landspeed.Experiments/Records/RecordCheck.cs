using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Records;

/// <summary>What to validate and how.</summary>
public sealed record RecordCheck
{
    /// <summary>Maximum number of threads that validate: 16, so that memory stays below 64 MB.</summary>
    public const int MostThreads = 16;

    /// <summary>The file, or null for <see cref="Input"/>.</summary>
    public FilePath? Source { get; init; }

    /// <summary>Provides the records if there is no file; stays open and owned by the caller.</summary>
    public SafeFileHandle? Input { get; init; }

    /// <summary>How a file is read. Default null: directly, unless half or more of it is in the page cache.</summary>
    public IoMode? Mode { get; init; }

    /// <summary>
    /// Whether it is an error if that is refused. Default: no, the page cache is used. Ignored without a mode.
    /// </summary>
    public bool RequireMode { get; init; }

    /// <summary>Threads that validate, 1 to 16. Default: one per CPU, at most 8.</summary>
    public int Threads { get; init; } = Math.Min(8, Environment.ProcessorCount);

    /// <summary>Whether the letters A to Z in keys count as lower case. Default no.</summary>
    public bool IgnoresCase { get; init; }
}

/// <summary>The outcome of validating records.</summary>
public sealed record RecordValidation
{
    /// <summary>Number of records.</summary>
    public required long Count { get; init; }

    /// <summary>Number of records with a smaller key than the previous one; 0 if all are in order.</summary>
    public required long Unordered { get; init; }

    /// <summary>Zero-based number of the first of these, or null if there is none.</summary>
    public required long? FirstUnordered { get; init; }

    /// <summary>Number of records with the same key as the previous one.</summary>
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
