namespace Landspeed.Results;

/// <summary>How reading and writing of a copy overlapped in time.</summary>
public sealed record CopyTrafficRecord
{
    /// <summary>How long sources were read: at least one request was in flight.</summary>
    public required long ReadingNs { get; init; }

    /// <summary>How long targets were written.</summary>
    public required long WritingNs { get; init; }

    /// <summary>How long both were in progress at the same time.</summary>
    public required long BothNs { get; init; }

    /// <summary>How long targets were read, to verify them or to find what an interrupted copy had left.</summary>
    public required long ReadingTargetNs { get; init; }

    /// <summary>How long targets were flushed: at least one flush was in progress; null in older results.</summary>
    public long? FlushingNs { get; init; }

    /// <summary>
    /// How long the rate limit held back at least one thread that could have read more; null in older results.
    /// </summary>
    public long? HeldBackNs { get; init; }

    /// <summary>
    /// Of the time in which a source was read or a target written, the share with both, or null if there was no such
    /// time.
    /// </summary>
    public double? BothPct => ReadingNs + WritingNs > BothNs ? 100.0 * BothNs / (ReadingNs + WritingNs - BothNs)
        : BothNs > 0 ? 100 : null;

    /// <summary>Bytes in the machine's page cache when the copy started, or null if unknown.</summary>
    public long? PageCacheBytesBefore { get; init; }

    /// <summary>In chronological order, all but the last about equally long, at most 300.</summary>
    public IReadOnlyList<CopySampleRecord> Samples { get => field ?? []; init; }
}

/// <summary>A short period of a copy.</summary>
/// <param name="StartNs">Its start, from the start of the copy.</param>
/// <param name="DurationNs">Its duration.</param>
/// <param name="ReadBytes">Bytes read from sources in it.</param>
/// <param name="WrittenBytes">Bytes written to targets in it.</param>
/// <param name="TargetReadBytes">Bytes read from targets in it, to verify them or to find what an interrupted copy had
/// left.</param>
/// <param name="PageCacheBytes">Bytes in the machine's page cache at its end, or null if unknown.</param>
public sealed record CopySampleRecord(
    long StartNs, long DurationNs, long ReadBytes, long WrittenBytes, long TargetReadBytes, long? PageCacheBytes);
