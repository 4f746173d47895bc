using Landspeed.Experiments.Results.Extents;

namespace Landspeed.Experiments.Results.Filling;

/// <summary>How a volume was filled and emptied again: a section of the one run.</summary>
public sealed record FillSection
{
    /// <summary>How many cycles are listed at most: 1,000.</summary>
    public const int MaximumCycles = 1000;

    /// <summary>Bytes of the volume, used and available.</summary>
    public required long CapacityBytes { get; init; }

    /// <summary>Bytes that stay available whatever comes.</summary>
    public required long ReserveBytes { get; init; }

    /// <summary>The volume before the first file.</summary>
    public required FillStateRecord Before { get; init; }

    /// <summary>The volume after the last deletion.</summary>
    public required FillStateRecord After { get; init; }

    /// <summary>The cycles in order, at most <see cref="MaximumCycles"/>.</summary>
    public IReadOnlyList<FillCycleRecord> Cycles { get => field ?? []; init; }

    /// <summary>All cycles, also those beyond the list.</summary>
    public required int CycleCount { get; init; }

    /// <summary>What ended it: <c>cycles</c>, <c>time</c>, <c>files</c> or <c>signal</c>.</summary>
    public required string EndedBy { get; init; }

    /// <summary>Files that stay in the directory.</summary>
    public required long FilesStaying { get; init; }

    /// <summary>Bytes that they take.</summary>
    public required long BytesStaying { get; init; }

    /// <summary>The directory in which they lie, control characters escaped; null: nothing stays.</summary>
    public string? StaysIn { get; init; }
}

/// <summary>A volume at one moment.</summary>
public sealed record FillStateRecord
{
    /// <summary>Bytes used, by this and by others.</summary>
    public required long UsedBytes { get; init; }

    /// <summary>The ranges that nobody uses; null: the file system does not tell them.</summary>
    public SizesRecord? Free { get; init; }

    /// <summary>Why these are not known; null: they are.</summary>
    public string? FreeReason { get; init; }

    /// <summary>In how many runs a new file lies; null: it could not be made.</summary>
    public ProbeRecord? Probe { get; init; }

    /// <summary>Why it could not be made; null: it was.</summary>
    public string? ProbeReason { get; init; }
}

/// <summary>A file that was made to see how new files lie, and removed.</summary>
/// <param name="Bytes">Its length.</param>
/// <param name="RunsAppended">Its runs when it is written from beginning to end through the page cache, 64 KiB at a time.</param>
/// <param name="RunsPreallocated">Its runs when its blocks are reserved at once.</param>
public sealed record ProbeRecord(long Bytes, int RunsAppended, int RunsPreallocated);

/// <summary>A filling and the deletion after it.</summary>
public sealed record FillCycleRecord
{
    /// <summary>Files made.</summary>
    public required int FilesMade { get; init; }

    /// <summary>Bytes in them.</summary>
    public required long BytesMade { get; init; }

    /// <summary>Files removed, or holes punched.</summary>
    public required int FilesRemoved { get; init; }

    /// <summary>Bytes given back.</summary>
    public required long BytesRemoved { get; init; }

    /// <summary>Share of the volume that was in use after the filling, by own count.</summary>
    public required double FilledPct { get; init; }

    /// <summary>Share of the volume that was in use after the deletion, by own count.</summary>
    public required double KeptPct { get; init; }

    /// <summary>What ended the filling: <c>fill</c> the share asked for, <c>files</c> the most files, <c>time</c>, <c>reserve</c> what must stay available.</summary>
    public required string FilledBy { get; init; }

    /// <summary>Ranges that nobody uses after the deletion; null: the file system does not tell them, or it was stopped before.</summary>
    public long? FreeRuns { get; init; }

    /// <summary>How long both took.</summary>
    public required long ElapsedNs { get; init; }
}
