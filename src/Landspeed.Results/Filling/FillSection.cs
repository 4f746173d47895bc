using Landspeed.Results.Extents;

namespace Landspeed.Results.Filling;

/// <summary>How a volume was filled and emptied again: a section of the one run.</summary>
public sealed record FillSection
{
    /// <summary>Maximum number of cycles listed: 1,000.</summary>
    public const int MaximumCycles = 1000;

    /// <summary>Bytes of the volume, used and available.</summary>
    public required long CapacityBytes { get; init; }

    /// <summary>Bytes that always stay available.</summary>
    public required long ReserveBytes { get; init; }

    /// <summary>The volume before the first file.</summary>
    public required FillStateRecord Before { get; init; }

    /// <summary>The volume after the last deletion.</summary>
    public required FillStateRecord After { get; init; }

    /// <summary>The cycles in order, at most <see cref="MaximumCycles"/>.</summary>
    public IReadOnlyList<FillCycleRecord> Cycles { get => field ?? []; init; }

    /// <summary>All cycles, including those beyond the list.</summary>
    public required int CycleCount { get; init; }

    /// <summary>What ended it: <c>cycles</c>, <c>time</c>, <c>files</c> or <c>signal</c>.</summary>
    public required string EndedBy { get; init; }

    /// <summary>Files that remain in the directory.</summary>
    public required long FilesStaying { get; init; }

    /// <summary>Bytes that they occupy.</summary>
    public required long BytesStaying { get; init; }

    /// <summary>The directory that contains them, control characters escaped, or null if nothing remains.</summary>
    public string? StaysIn { get; init; }
}

/// <summary>A volume at one moment.</summary>
public sealed record FillStateRecord
{
    /// <summary>Bytes used, by this run and by others.</summary>
    public required long UsedBytes { get; init; }

    /// <summary>The unused ranges, or null if the file system does not report them.</summary>
    public SizesRecord? Free { get; init; }

    /// <summary>Why these are unknown, or null if they are known.</summary>
    public string? FreeReason { get; init; }

    /// <summary>Number of runs of a new file, or null if it could not be created.</summary>
    public ProbeRecord? Probe { get; init; }

    /// <summary>Why it could not be created, or null if it was.</summary>
    public string? ProbeReason { get; init; }
}

/// <summary>A file that was created to see how new files are stored, and then removed.</summary>
/// <param name="Bytes">Its length.</param>
/// <param name="RunsAppended">Number of its runs if it is written from start to end through the page cache, 64 KiB at a
/// time.</param>
/// <param name="RunsPreallocated">Number of its runs if its blocks are reserved at once.</param>
public sealed record ProbeRecord(long Bytes, int RunsAppended, int RunsPreallocated);

/// <summary>One fill and the deletion after it.</summary>
public sealed record FillCycleRecord
{
    /// <summary>Files created.</summary>
    public required int FilesMade { get; init; }

    /// <summary>Bytes in them.</summary>
    public required long BytesMade { get; init; }

    /// <summary>Files removed, or holes punched.</summary>
    public required int FilesRemoved { get; init; }

    /// <summary>Bytes freed.</summary>
    public required long BytesRemoved { get; init; }

    /// <summary>Share of the volume in use after the fill, by our own count.</summary>
    public required double FilledPct { get; init; }

    /// <summary>Share of the volume in use after the deletion, by our own count.</summary>
    public required double KeptPct { get; init; }

    /// <summary>
    /// What ended the fill: <c>fill</c> the requested share, <c>files</c> the maximum number of files, <c>time</c>,
    /// <c>reserve</c> the space that must stay available.
    /// </summary>
    public required string FilledBy { get; init; }

    /// <summary>
    /// Unused ranges after the deletion, or null if the file system does not report them, or if it was stopped earlier.
    /// </summary>
    public long? FreeRuns { get; init; }

    /// <summary>Duration of both.</summary>
    public required long ElapsedNs { get; init; }
}
