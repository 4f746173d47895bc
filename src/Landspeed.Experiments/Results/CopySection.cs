namespace Landspeed.Experiments.Results;

/// <summary>What a copy did beside its metrics: a section of its one run.</summary>
public sealed record CopySection
{
    /// <summary>
    /// How it ended: <c>done</c>, <c>refused</c>, <c>failed</c>, <c>source_changed</c>, <c>out_of_space</c>, <c>mismatch</c> or
    /// <c>stopped</c>.
    /// </summary>
    public required string Outcome { get; init; }

    /// <summary>Whether nothing was to be changed.</summary>
    public bool DryRun { get; init; }

    /// <summary>Files and other entries by what happened to them.</summary>
    public required CopyCountsRecord Counts { get; init; }

    /// <summary>Bytes by what happened to them.</summary>
    public required CopyBytesRecord Bytes { get; init; }

    /// <summary>What carried large files; null: there was none.</summary>
    public string? Engine { get; init; }

    /// <summary>How reading and writing lay in time; null: nothing was to be changed.</summary>
    public CopyTrafficRecord? Traffic { get; init; }

    /// <summary>
    /// Where the bytes came from that were read of the target to verify it; null: nothing was verified.
    /// </summary>
    public TruthRecord? TargetReads { get; init; }

    /// <summary>Files and bytes by strategy, the most bytes first.</summary>
    public IReadOnlyList<CopyStrategyRecord> Strategies { get => field ?? []; init; }

    /// <summary>What went wrong, at most 1,000; <see cref="CopyCountsRecord.Problems"/> counts all.</summary>
    public IReadOnlyList<CopyProblemRecord> Problems { get => field ?? []; init; }
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

    /// <summary>Read again from the target and found equal.</summary>
    public required long VerifiedBytes { get; init; }

    /// <summary>Of those, read through the page cache after being dropped from it.</summary>
    public required long VerifiedThroughCacheBytes { get; init; }
}

/// <summary>Entries of a copy by what happened to them.</summary>
public sealed record CopyCountsRecord
{
    /// <summary>Files whose bytes were copied and have their name.</summary>
    public required long FilesCopied { get; init; }

    /// <summary>Files made that share the source's blocks.</summary>
    public required long FilesReflinked { get; init; }

    /// <summary>Files that needed nothing.</summary>
    public required long FilesUpToDate { get; init; }

    /// <summary>Entries left alone.</summary>
    public required long EntriesSkipped { get; init; }

    /// <summary>Entries that could not be copied.</summary>
    public required long EntriesFailed { get; init; }

    /// <summary>Directories made.</summary>
    public required long Directories { get; init; }

    /// <summary>Symbolic links made.</summary>
    public required long SymbolicLinks { get; init; }

    /// <summary>Further names made of files already copied.</summary>
    public required long HardLinks { get; init; }

    /// <summary>FIFOs, sockets and device nodes made.</summary>
    public required long SpecialFiles { get; init; }

    /// <summary>Entries of the target removed.</summary>
    public required long Removed { get; init; }

    /// <summary>All problems, also those beyond the list.</summary>
    public required long Problems { get; init; }
}

/// <summary>What went wrong with one entry.</summary>
public sealed record CopyProblemRecord
{
    /// <summary>
    /// What kind: <c>refused</c>, <c>skipped</c>, <c>not_preserved</c>, <c>failed</c>, <c>source_changed</c>,
    /// <c>out_of_space</c> or <c>mismatch</c>.
    /// </summary>
    public required string Kind { get; init; }

    /// <summary>The entry's path for people, control characters escaped.</summary>
    public required string Path { get; init; }

    /// <summary>The path's bytes in base64, when it is not UTF-8; else null.</summary>
    public string? PathBase64 { get; init; }

    /// <summary>What failed, on what, why, and what to try.</summary>
    public required string Message { get; init; }

    /// <summary>First of the bytes concerned; null: not known.</summary>
    public long? OffsetBytes { get; init; }

    /// <summary>How many bytes are concerned; null: not known.</summary>
    public long? LengthBytes { get; init; }
}
