namespace Landspeed.Results;

/// <summary>What a copy did, in addition to its metrics: a section of its one run.</summary>
public sealed record CopySection
{
    /// <summary>
    /// How it ended: <c>done</c>, <c>refused</c>, <c>failed</c>, <c>source_changed</c>, <c>out_of_space</c>, <c>mismatch</c> or
    /// <c>stopped</c>.
    /// </summary>
    public required string Outcome { get; init; }

    /// <summary>Whether it was a dry run, which changes nothing.</summary>
    public bool DryRun { get; init; }

    /// <summary>Files and other entries by what happened to them.</summary>
    public required CopyCountsRecord Counts { get; init; }

    /// <summary>Bytes by what happened to them.</summary>
    public required CopyBytesRecord Bytes { get; init; }

    /// <summary>The engine for large files, or null if there was none.</summary>
    public string? Engine { get; init; }

    /// <summary>How reading and writing overlapped in time, or null for a dry run.</summary>
    public CopyTrafficRecord? Traffic { get; init; }

    /// <summary>
    /// What limited the rate until the copy was durable; null if nothing was copied, the copy did not succeed or was
    /// too short to say, or several ranks made it.
    /// </summary>
    public CopyLimitRecord? Limit { get; init; }

    /// <summary>
    /// Traffic of the source's device during the copy, by all processes; null if it is unknown, or for a dry run.
    /// </summary>
    public DeviceRecord? SourceDevice { get; init; }

    /// <summary>The same for the target's device, which may be the same device.</summary>
    public DeviceRecord? TargetDevice { get; init; }

    /// <summary>
    /// Where the bytes came from that were read back from the target to verify it, or null if nothing was verified.
    /// </summary>
    public TruthRecord? TargetReads { get; init; }

    /// <summary>
    /// Where the bytes came from that were read from the source a second time, or null if none were.
    /// </summary>
    public TruthRecord? SecondReads { get; init; }

    /// <summary>Files and bytes by strategy, the most bytes first.</summary>
    public IReadOnlyList<CopyStrategyRecord> Strategies { get => field ?? []; init; }

    /// <summary>What went wrong, at most 1,000; <see cref="CopyCountsRecord.Problems"/> counts all.</summary>
    public IReadOnlyList<CopyProblemRecord> Problems { get => field ?? []; init; }
}

/// <summary>What limited the rate of a copy, with the evidence.</summary>
/// <param name="By">What limited it.</param>
/// <param name="SharePct">Share of the time until durable that is the evidence; null if nothing decides.</param>
/// <param name="Reason">The same in one sentence, with the numbers.</param>
public sealed record CopyLimitRecord(CopyLimitKind By, double? SharePct, string Reason);

/// <summary>What can limit the rate of a copy.</summary>
public enum CopyLimitKind
{
    /// <summary>Nothing decides: no share of the time is large enough.</summary>
    Unclear,

    /// <summary>The requested rate limit.</summary>
    RateLimit,

    /// <summary>All CPUs that the process may use.</summary>
    Cpu,

    /// <summary>One CPU: the thread that keeps the requests of large files in flight.</summary>
    OneCpu,

    /// <summary>The device that holds both source and target.</summary>
    Device,

    /// <summary>The source's device.</summary>
    SourceDevice,

    /// <summary>The target's device.</summary>
    TargetDevice,

    /// <summary>The devices of source and target alike.</summary>
    BothDevices,

    /// <summary>Reading the source, whose device is unknown or was not busy.</summary>
    Source,

    /// <summary>Writing the target, whose device is unknown or was not busy.</summary>
    Target,

    /// <summary>Flushes of the target.</summary>
    Flushes,

    /// <summary>The steps that each small file takes.</summary>
    SmallFiles,
}

/// <summary>What was copied by one strategy.</summary>
public sealed record CopyStrategyRecord
{
    /// <summary>The strategy: <c>direct</c>, <c>uncached</c> or <c>buffered</c>.</summary>
    public required string Strategy { get; init; }

    /// <summary>How the source was read: <c>direct</c>, <c>uncached</c> or <c>buffered</c>.</summary>
    public required string SourceMode { get; init; }

    /// <summary>How the target was written: <c>direct</c>, <c>uncached</c> or <c>buffered</c>.</summary>
    public required string TargetMode { get; init; }

    /// <summary>Whether blocks are shared, so that no byte was copied.</summary>
    public required bool Reflink { get; init; }

    /// <summary>Why.</summary>
    public required string Reason { get; init; }

    /// <summary>Files.</summary>
    public required long Files { get; init; }

    /// <summary>Bytes of content.</summary>
    public required long Bytes { get; init; }
}

/// <summary>Bytes of a copy by what happened to them.</summary>
public sealed record CopyBytesRecord
{
    /// <summary>Read from sources and written.</summary>
    public required long CopiedBytes { get; init; }

    /// <summary>Taken over from an interrupted copy.</summary>
    public required long ResumedBytes { get; init; }

    /// <summary>Holes, neither read nor written.</summary>
    public required long HoleBytes { get; init; }

    /// <summary>Read back from the target and found equal.</summary>
    public required long VerifiedBytes { get; init; }

    /// <summary>Of those, read through the page cache after being dropped from it.</summary>
    public required long VerifiedThroughCacheBytes { get; init; }

    /// <summary>Read from sources a second time and found equal.</summary>
    public long SourceVerifiedBytes { get; init; }

    /// <summary>Of those, read through the page cache after being dropped from it.</summary>
    public long SourceVerifiedThroughCacheBytes { get; init; }
}

/// <summary>Entries of a copy by what happened to them.</summary>
public sealed record CopyCountsRecord
{
    /// <summary>Files whose bytes were copied and that have their name.</summary>
    public required long FilesCopied { get; init; }

    /// <summary>Files created that share the source's blocks.</summary>
    public required long FilesReflinked { get; init; }

    /// <summary>Files that were already up to date.</summary>
    public required long FilesUpToDate { get; init; }

    /// <summary>Entries that were skipped.</summary>
    public required long EntriesSkipped { get; init; }

    /// <summary>Entries that could not be copied.</summary>
    public required long EntriesFailed { get; init; }

    /// <summary>Directories created.</summary>
    public required long Directories { get; init; }

    /// <summary>Symbolic links created.</summary>
    public required long SymbolicLinks { get; init; }

    /// <summary>Further names created for files already copied.</summary>
    public required long HardLinks { get; init; }

    /// <summary>FIFOs, sockets and device nodes created.</summary>
    public required long SpecialFiles { get; init; }

    /// <summary>Entries of the target removed.</summary>
    public required long Removed { get; init; }

    /// <summary>All problems, including those beyond the list.</summary>
    public required long Problems { get; init; }
}

/// <summary>What went wrong with one entry.</summary>
public sealed record CopyProblemRecord
{
    /// <summary>
    /// The kind: <c>refused</c>, <c>skipped</c>, <c>not_preserved</c>, <c>failed</c>, <c>source_changed</c>,
    /// <c>out_of_space</c>, <c>mismatch</c> or <c>retried</c>.
    /// </summary>
    public required string Kind { get; init; }

    /// <summary>The entry's path for display, control characters escaped.</summary>
    public required string Path { get; init; }

    /// <summary>The path's bytes in base64 if it is not UTF-8; otherwise null.</summary>
    public string? PathBase64 { get; init; }

    /// <summary>What failed, on what, why, and what to try.</summary>
    public required string Message { get; init; }

    /// <summary>First affected byte, or null if unknown.</summary>
    public long? OffsetBytes { get; init; }

    /// <summary>Number of affected bytes, or null if unknown.</summary>
    public long? LengthBytes { get; init; }
}

/// <summary>Facts of the one run of a copy.</summary>
public static class CopyLabels
{
    /// <summary>Why the reads of the source's device are not those of the copy alone.</summary>
    public const string ReadsShared = "device_reads_shared";

    /// <summary>The same for reads of the target's device, if it is another device.</summary>
    public const string ReadsBackShared = "device_reads_back_shared";

    /// <summary>Why the writes of the target's device are not those of the copy alone.</summary>
    public const string WritesShared = "device_writes_shared";
}
