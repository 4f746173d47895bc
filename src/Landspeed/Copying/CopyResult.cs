namespace Landspeed.Copying;

/// <summary>The result of a copy.</summary>
public sealed record CopyResult
{
    internal CopyResult()
    {
    }

    /// <summary>How it ended: the most serious outcome of all entries.</summary>
    public CopyOutcome Outcome { get; internal init; }

    /// <summary>Files that were copied and have their name.</summary>
    public long FilesCopied { get; internal init; }

    /// <summary>Files created that share the source's blocks.</summary>
    public long FilesReflinked { get; internal init; }

    /// <summary>Files that needed no work because the target has the same length and modification time.</summary>
    public long FilesUpToDate { get; internal init; }

    /// <summary>Entries left alone: special files, newer targets, refusals.</summary>
    public long EntriesSkipped { get; internal init; }

    /// <summary>Entries that could not be copied.</summary>
    public long EntriesFailed { get; internal init; }

    /// <summary>Directories created.</summary>
    public long Directories { get; internal init; }

    /// <summary>Symbolic links created.</summary>
    public long SymbolicLinks { get; internal init; }

    /// <summary>Additional names created for files already copied.</summary>
    public long HardLinks { get; internal init; }

    /// <summary>FIFOs, sockets and device nodes created.</summary>
    public long SpecialFiles { get; internal init; }

    /// <summary>Entries of the target removed because the source lacks them.</summary>
    public long Removed { get; internal init; }

    /// <summary>Bytes read from sources and written.</summary>
    public long BytesCopied { get; internal init; }

    /// <summary>Bytes kept from an interrupted copy.</summary>
    public long BytesResumed { get; internal init; }

    /// <summary>Bytes of holes, neither read nor written.</summary>
    public long HoleBytes { get; internal init; }

    /// <summary>Bytes read back from the target and found equal.</summary>
    public long BytesVerified { get; internal init; }

    /// <summary>
    /// The part of <see cref="BytesVerified"/> that could not be read past the page cache, and was dropped from the
    /// cache before reading.
    /// </summary>
    public long BytesVerifiedThroughCache { get; internal init; }

    /// <summary>
    /// Bytes fetched from the device, in whole blocks, to verify the rest of <see cref="BytesVerified"/> past the page
    /// cache.
    /// </summary>
    public long BytesVerifiedOnDevice { get; internal init; }

    /// <summary>Bytes of sources that were read a second time and found equal.</summary>
    public long SourceBytesVerified { get; internal init; }

    /// <summary>The part of these that could not be read past the page cache, and was dropped from it before.</summary>
    internal long SourceBytesVerifiedThroughCache { get; init; }

    /// <summary>Bytes fetched from the device, in whole blocks, for the rest of these.</summary>
    internal long SourceBytesVerifiedOnDevice { get; init; }

    /// <summary>Time from the start until every byte was handed to the system.</summary>
    public TimeSpan ElapsedToWritten { get; internal init; }

    /// <summary>
    /// True if everything that has its name is durable: every flush it needs succeeded, on a file system that really
    /// flushes. Otherwise, the problems say why.
    /// </summary>
    public bool IsDurable { get; internal init; } = true;

    /// <summary>
    /// Time from the start until everything is durable under its name, without the time at the end in which only
    /// verification was left; zero if it is not durable. A copy without verification takes the same time.
    /// </summary>
    public TimeSpan ElapsedToDurable { get; internal init; }

    /// <summary>
    /// Time from the start until everything is verified, durable and under its name, which is the whole time of the
    /// copy; zero if nothing was verified or it is not durable.
    /// </summary>
    public TimeSpan ElapsedToVerified { get; internal init; }

    /// <summary>CPU time of the process during the copy, user and system.</summary>
    public TimeSpan CpuTime { get; internal init; }

    /// <summary>
    /// Bytes that other participating processes fetched from devices, by their own counters, or null if there were none
    /// or one lacks the counter.
    /// </summary>
    public long? ElsewhereReadBytes { get; internal init; }

    /// <summary>
    /// Bytes that those processes sent to devices or made dirty in the page cache; null under the conditions of
    /// <see cref="ElsewhereReadBytes"/>.
    /// </summary>
    public long? ElsewhereWriteBytes { get; internal init; }

    /// <summary>Number of processes that made the copy: 1, or the ranks of an MPI job.</summary>
    public int Ranks { get; internal init; } = 1;

    /// <summary>Files and bytes by strategy, in descending order of bytes.</summary>
    public IReadOnlyList<CopyStrategyTotal> Strategies { get; internal init; } = [];

    /// <summary>Problems in the order in which they were found, at most <see cref="MaxProblems"/>.</summary>
    public IReadOnlyList<CopyProblem> Problems { get; internal init; } = [];

    /// <summary>Number of all problems, including those beyond the list.</summary>
    public long ProblemCount { get; internal init; }

    /// <summary>
    /// The engine of the large files and the features it had to do without, or null if there was none.
    /// </summary>
    public string? Engine { get; internal init; }

    /// <summary>
    /// Maximum number of problems listed: 1,000. Bounds the memory when a million files cannot be read.
    /// </summary>
    public const int MaxProblems = 1000;

    /// <summary>Time from the start until the last content was durable, before verification.</summary>
    internal TimeSpan ContentDurable { get; init; }

    /// <summary>Time from the start until the last content was verified; zero if none was.</summary>
    internal TimeSpan ContentVerified { get; init; }

    /// <summary>True if an existing directory's permissions, owner or times were changed.</summary>
    internal bool HasChangedDirectories { get; init; }

    /// <summary>True if anything in the target was created, changed or removed, or found to be up to date.</summary>
    internal bool HasDoneSomething => HasChangedDirectories
        || FilesCopied + FilesReflinked + FilesUpToDate + Directories > 0
        || SymbolicLinks + HardLinks + SpecialFiles + Removed > 0;
}

/// <summary>How a copy ended, in ascending order of severity.</summary>
public enum CopyOutcome
{
    /// <summary>Everything requested is durable under its name.</summary>
    Done,

    /// <summary>A rule refused an entry, which was not touched: see the problems.</summary>
    Refused,

    /// <summary>Something failed; the rest was done.</summary>
    Failed,

    /// <summary>A source changed while it was read; its target is untouched.</summary>
    SourceChanged,

    /// <summary>No space is left, or the quota is used up.</summary>
    OutOfSpace,

    /// <summary>What the medium returned differs from what was written; the target is untouched.</summary>
    Mismatch,

    /// <summary>
    /// Cancelled; the copy can be continued. Copiers throw <see cref="OperationCanceledException"/> rather than
    /// return it.
    /// </summary>
    Stopped,
}

/// <summary>What was copied with one strategy.</summary>
public sealed record CopyStrategyTotal
{
    internal CopyStrategyTotal(CopyDecision decision, long files, long bytes) =>
        (Decision, Files, Bytes) = (decision, files, bytes);

    /// <summary>The strategy and the reason for it.</summary>
    public CopyDecision Decision { get; internal init; }

    /// <summary>Number of files.</summary>
    public long Files { get; internal init; }

    /// <summary>Bytes of content.</summary>
    public long Bytes { get; internal init; }
}
