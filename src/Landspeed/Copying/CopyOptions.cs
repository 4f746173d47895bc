using Landspeed.Engine;
using Landspeed.Hashing;

namespace Landspeed.Copying;

/// <summary>How a file, or each file of a tree, is copied.</summary>
/// <example>
/// <code>
/// CopyOptions options = new()
/// {
///     Verify = true,
///     Digests = [DigestAlgorithm.Xxh128],
///     Events = new Progress&lt;CopyEvent&gt;(
///         done =&gt; Console.WriteLine($"{string.Join(' ', done.Digests)}  {done.Path}")),
/// };
/// FileCopier.Copy("big.dat", "verified.dat", options);
/// </code>
/// </example>
public record CopyOptions
{
    /// <summary>Size of one read or write of a large file, 4 KiB to 1 GiB, a multiple of 4 KiB. Default 1 MiB.</summary>
    public int RequestSize { get; init; } = 1 << 20;

    /// <summary>Maximum requests in flight, 1 to 256. Default 8.</summary>
    public int QueueDepth { get; init; } = 8;

    /// <summary>How the bytes move. Default: chosen for each file.</summary>
    public CopyStrategy Strategy { get; init; }

    /// <summary>
    /// Whether the copy may share blocks with the source. Default: where possible. Ignored across file systems unless
    /// set to always.
    /// </summary>
    public ReflinkRule Reflink { get; init; }

    /// <summary>Whether holes of the source are read and written as zeros. Default: no, they stay holes.</summary>
    public bool FillHoles { get; init; }

    /// <summary>What to do with a file that already has the target's name. Default: keep it.</summary>
    public OverwriteRule Overwrite { get; init; }

    /// <summary>
    /// How a user of the command can permit replacing a file, in the command's words; used in the
    /// message that refuses it. Default: the message says that it must be permitted, but not how.
    /// </summary>
    internal string? ReplacePermission { get; init; }

    /// <summary>What to do with the leftovers of an interrupted copy. Default: continue from them.</summary>
    public ResumeRule Resume { get; init; }

    /// <summary>
    /// Whether to read the target back from the medium and compare it with what was read from the source, before the
    /// target gets its name. Default: no.
    /// </summary>
    public bool Verify { get; init; }

    /// <summary>
    /// Whether to read each source a second time, from its medium, and to compare it with what was read first, before
    /// the target gets its name: finds a wrong read, which <see cref="Verify"/> would compare with itself. Default: no.
    /// </summary>
    /// <remarks>
    /// A file is read again when all of it was written. A read that cannot bypass the page cache is preceded by
    /// dropping the file from it. A device may still answer from its own cache.
    /// </remarks>
    public bool VerifySource { get; init; }

    /// <summary>
    /// Digests to compute over the whole content, reported in <see cref="CopyEvent.Digests"/>. Default: none.
    /// </summary>
    public IReadOnlyList<DigestAlgorithm> Digests { get; init; } = [];

    /// <summary>Creates what computes the digests, or null if none are requested.</summary>
    internal WholeFileDigest? NewDigest() => Digests.Count > 0 ? new WholeFileDigest([.. Digests]) : null;

    /// <summary>Maximum bytes per second over all files, 1 or more, or null for no limit. Default: no limit.</summary>
    public long? BytesPerSecond { get; init; }

    /// <summary>
    /// Whether to remove the source once its copy is durable under its name, and verified if requested. Default: no.
    /// </summary>
    public bool RemoveSource { get; init; }

    /// <summary>
    /// Whether to remove a source even if the target does not keep all of its extended attributes, access lists among
    /// them. Default: no; such a source stays, and the copy reports a problem.
    /// </summary>
    public bool MayLoseAttributes { get; init; }

    /// <summary>
    /// How often a read of a source is repeated, and opening or listing one, when it fails with an error that may pass
    /// (EIO, ETIMEDOUT, ESTALE), 0 to 100. Default 0.
    /// </summary>
    /// <remarks>
    /// The pauses before the repetitions grow from 100 ms to 10 s: 3 repetitions last 0.7 s, 10 of them 43 s. Each is
    /// one of the result's problems, of the kind <see cref="CopyProblemKind.Retried"/>.
    /// </remarks>
    public int MaxRetries { get; init; }

    /// <summary>
    /// What to do with the set-user-ID and set-group-ID permissions and the capabilities of files. Default: dropped
    /// when root copies from a volume where they have no effect.
    /// </summary>
    public SetIdRule SetIds { get; init; }

    /// <summary>The engine for large files. Default: the best that the system allows.</summary>
    public EngineKind? Engine { get; init; }

    /// <summary>Counts bytes read and written and the time they took, for one copy or several. Default: none.</summary>
    internal CopyTraffic? Traffic { get; init; }

    /// <summary>
    /// Receives what happened to each file, in order, on the copier's threads, one call at a time. Default: none.
    /// </summary>
    public IProgress<CopyEvent>? Events { get; init; }

    /// <summary>Creates an engine in place of the one <see cref="Engine"/> selects; null except in tests.</summary>
    internal Func<int, IIoEngine>? EngineFactory { get; init; }
}

/// <summary>How the bytes of a file go from source to target.</summary>
public enum CopyStrategy
{
    /// <summary>Chosen for each file by its size, its share in the page cache and the file systems.</summary>
    Automatic,

    /// <summary>Bypasses the page cache on both sides, but reads from it what it already holds of the source.</summary>
    Direct,

    /// <summary>
    /// Through the page cache, dropping pages after use (RWF_DONTCACHE), so that what was cached before stays cached.
    /// </summary>
    Uncached,

    /// <summary>Through the page cache, which keeps the pages.</summary>
    Buffered,
}

/// <summary>Whether a copy may share its blocks with the source until either is written to (reflink).</summary>
public enum ReflinkRule
{
    /// <summary>
    /// Shares blocks if the file system can, unless an option needs a second physical copy, as verifying does.
    /// </summary>
    Automatic,

    /// <summary>Never shares blocks: always makes a second physical copy.</summary>
    Never,

    /// <summary>Always shares blocks; the copy fails if the file system cannot.</summary>
    Always,
}

/// <summary>What to do with a file that already has the target's name and differs from the source.</summary>
public enum OverwriteRule
{
    /// <summary>Keeps it and refuses the copy.</summary>
    Never,

    /// <summary>
    /// Keeps it, and reports so, if its content was changed after the source's; otherwise, replaces it.
    /// </summary>
    Older,

    /// <summary>Replaces it in one step once the copy is complete.</summary>
    Always,
}

/// <summary>What to do with the leftovers of an interrupted copy.</summary>
public enum ResumeRule
{
    /// <summary>Keeps what the journal records as durable, if the source is the same file and unchanged.</summary>
    Continue,

    /// <summary>As <see cref="Continue"/>, but reads what it keeps again on both sides and compares.</summary>
    Paranoid,

    /// <summary>Removes it and starts over.</summary>
    StartAnew,
}

/// <summary>
/// What to do with what lets a program run with other rights than those of the user who starts it: the set-user-ID and
/// set-group-ID permissions of files, and their capabilities.
/// </summary>
public enum SetIdRule
{
    /// <summary>
    /// Drops and lists them if root copies from a volume that is mounted so that they have no effect (nosuid) to one
    /// where they would have it; otherwise, keeps them.
    /// </summary>
    Automatic,

    /// <summary>Keeps them.</summary>
    Keep,

    /// <summary>Drops them.</summary>
    Drop,
}
