namespace Landspeed.Experiments.Results;

/// <summary>How reading and writing of a copy lay in time.</summary>
public sealed record CopyTrafficRecord
{
    /// <summary>How long sources were read: one request or more was under way.</summary>
    public required long ReadingNs { get; init; }

    /// <summary>How long targets were written.</summary>
    public required long WritingNs { get; init; }

    /// <summary>How long both were under way at the same time.</summary>
    public required long BothNs { get; init; }

    /// <summary>How long targets were read, to verify them or to find out what an interrupted copy left.</summary>
    public required long ReadingTargetNs { get; init; }

    /// <summary>Of the time in which a source was read or a target written, the share with both; null: there was none.</summary>
    public double? BothPct => ReadingNs + WritingNs > BothNs ? 100.0 * BothNs / (ReadingNs + WritingNs - BothNs)
        : BothNs > 0 ? 100 : null;

    /// <summary>Bytes in the page cache of the machine when the copy began; null: not known.</summary>
    public long? PageCacheBytesBefore { get; init; }

    /// <summary>One after the other, all but the last about equally long, 300 at most.</summary>
    public IReadOnlyList<CopySampleRecord> Samples { get => field ?? []; init; }
}

/// <summary>A short piece of a copy's time.</summary>
/// <param name="StartNs">Where it begins, from the beginning of the copy.</param>
/// <param name="DurationNs">How long it is.</param>
/// <param name="ReadBytes">Bytes read from sources in it.</param>
/// <param name="WrittenBytes">Bytes written to targets in it.</param>
/// <param name="TargetReadBytes">Bytes read from targets in it, to verify them or to find out what an interrupted copy left.</param>
/// <param name="PageCacheBytes">Bytes in the page cache of the machine at its end; null: not known.</param>
public sealed record CopySampleRecord(
    long StartNs, long DurationNs, long ReadBytes, long WrittenBytes, long TargetReadBytes, long? PageCacheBytes);
