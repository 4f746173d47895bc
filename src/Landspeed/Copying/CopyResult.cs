namespace Landspeed.Copying;

/// <summary>What a copy did.</summary>
public sealed record CopyResult
{
    /// <summary>How it ended: the gravest of what happened to all entries.</summary>
    public required CopyOutcome Outcome { get; init; }

    /// <summary>Files whose bytes were copied and have their name.</summary>
    public long FilesCopied { get; init; }

    /// <summary>Files made that share the source's blocks.</summary>
    public long FilesReflinked { get; init; }

    /// <summary>Files that needed nothing: the target has the same length and time of change.</summary>
    public long FilesUpToDate { get; init; }

    /// <summary>Entries left alone: special files, newer targets, refusals.</summary>
    public long EntriesSkipped { get; init; }

    /// <summary>Entries that could not be copied.</summary>
    public long EntriesFailed { get; init; }

    /// <summary>Directories made.</summary>
    public long Directories { get; init; }

    /// <summary>Symbolic links made.</summary>
    public long SymbolicLinks { get; init; }

    /// <summary>Further names made of files already copied.</summary>
    public long HardLinks { get; init; }

    /// <summary>FIFOs, sockets and device nodes made.</summary>
    public long SpecialFiles { get; init; }

    /// <summary>Entries of the target removed because the source lacks them.</summary>
    public long Removed { get; init; }

    /// <summary>Bytes read from sources and written.</summary>
    public long BytesCopied { get; init; }

    /// <summary>Bytes that an interrupted copy had left, and that were taken over.</summary>
    public long BytesResumed { get; init; }

    /// <summary>Bytes of holes, neither read nor written.</summary>
    public long HoleBytes { get; init; }

    /// <summary>Bytes read again from the target and found equal.</summary>
    public long BytesVerified { get; init; }

    /// <summary>Of <see cref="BytesVerified"/>, those that could not be read past the page cache, and were dropped from it before.</summary>
    public long BytesVerifiedThroughCache { get; init; }

    /// <summary>
    /// Bytes of the blocks in which the rest of <see cref="BytesVerified"/> lies, which was read past the page cache:
    /// what that fetched from the device.
    /// </summary>
    public long BytesVerifiedOnDevice { get; init; }

    /// <summary>From the start until every byte was handed to the system.</summary>
    public TimeSpan ElapsedToWritten { get; init; }

    /// <summary>
    /// Whether everything that has its name is durable: each flush that it needs succeeded, on a file system whose flushes do
    /// something. Else the problems say why.
    /// </summary>
    public bool IsDurable { get; init; } = true;

    /// <summary>
    /// From the start until everything is durable under its name, less the time at the end in which nothing was left
    /// to do but to verify; zero when it is not durable. A copy that is not verified takes as long.
    /// </summary>
    public TimeSpan ElapsedToDurable { get; init; }

    /// <summary>
    /// From the start until everything is verified, durable and has its name: all the time that the copy took; zero
    /// when nothing was verified, or it is not durable.
    /// </summary>
    public TimeSpan ElapsedToVerified { get; init; }

    /// <summary>Processor time of the process meanwhile, user and system.</summary>
    public TimeSpan CpuTime { get; init; }

    /// <summary>
    /// Bytes that other processes which took part fetched from devices, by their own counters; null: none took part, or one has no such counter.
    /// </summary>
    public long? ElsewhereReadBytes { get; init; }

    /// <summary>Bytes that they sent to devices, or made dirty in the page cache; null as of <see cref="ElsewhereReadBytes"/>.</summary>
    public long? ElsewhereWriteBytes { get; init; }

    /// <summary>How many processes made it: 1, or the ranks of an MPI job.</summary>
    public int Ranks { get; init; } = 1;

    /// <summary>Files and bytes by strategy, the most bytes first.</summary>
    public IReadOnlyList<CopyStrategyTotal> Strategies { get; init; } = [];

    /// <summary>What went wrong, in the order in which it was found, at most <see cref="MaximumProblems"/>.</summary>
    public IReadOnlyList<CopyProblem> Problems { get; init; } = [];

    /// <summary>All problems, also those beyond the list.</summary>
    public long ProblemCount { get; init; }

    /// <summary>The engine that carried large files, and what it had to do without; null where there was none.</summary>
    public string? Engine { get; init; }

    /// <summary>How many problems are listed at most: 1,000. Memory stays bounded when a million files cannot be read.</summary>
    public const int MaximumProblems = 1000;

    /// <summary>From the start until the last content was durable, and not yet verified.</summary>
    internal TimeSpan ContentDurable { get; init; }

    /// <summary>From the start until the last content was verified; zero when none was.</summary>
    internal TimeSpan ContentVerified { get; init; }

    /// <summary>Whether an existing directory got other permissions, another owner or other times.</summary>
    internal bool HasChangedDirectories { get; init; }

    /// <summary>Whether anything in the target was made, changed, removed, or found as it is to be.</summary>
    internal bool HasDoneSomething => HasChangedDirectories
        || FilesCopied + FilesReflinked + FilesUpToDate + Directories > 0
        || SymbolicLinks + HardLinks + SpecialFiles + Removed > 0;
}

/// <summary>How a copy ended, the gravest last.</summary>
public enum CopyOutcome
{
    /// <summary>Everything that was asked for is durable under its name.</summary>
    Done,

    /// <summary>Refused by a rule, nothing of what was refused was touched: see the problems.</summary>
    Refused,

    /// <summary>Something failed; the rest is done.</summary>
    Failed,

    /// <summary>A source changed while it was read; its target is untouched.</summary>
    SourceChanged,

    /// <summary>No space left, or the quota is used up.</summary>
    OutOfSpace,

    /// <summary>What the medium returned differs from what was written; the target is untouched.</summary>
    Mismatch,

    /// <summary>Stopped from outside; can be continued.</summary>
    Stopped,
}

/// <summary>What was copied by one strategy.</summary>
/// <param name="Decision">The strategy and why.</param>
/// <param name="Files">Files.</param>
/// <param name="Bytes">Bytes of content.</param>
public sealed record CopyStrategyTotal(CopyDecision Decision, long Files, long Bytes);
