using Landspeed.Engine;
using Landspeed.Hashing;
using Landspeed.Quantities;

namespace Landspeed.Copying;

/// <summary>How a file, or each file of a tree, is copied.</summary>
public record CopyOptions
{
    /// <summary>Size of one read or write of a large file, 4 KiB to 1 GiB, a multiple of 4 KiB. Default 1 MiB.</summary>
    public ByteCount RequestSize { get; init; } = ByteCount.MiB(1);

    /// <summary>Most requests in flight, 1 to 256. Default 8.</summary>
    public int QueueDepth { get; init; } = 8;

    /// <summary>How the bytes move. Default: chosen for each file.</summary>
    public CopyStrategy Strategy { get; init; }

    /// <summary>Whether blocks may be shared. Default: where possible. Ignored across file systems unless always.</summary>
    public ReflinkRule Reflink { get; init; }

    /// <summary>What happens to holes. Default: kept.</summary>
    public HoleRule Holes { get; init; }

    /// <summary>What happens to a file that has the target's name. Default: it stays.</summary>
    public OverwriteRule Overwrite { get; init; }

    /// <summary>
    /// How the user of the program allows replacing a file, for the message that refuses it: for example <c>--overwrite always</c>.
    /// Default: the message says that it must be allowed, and not how.
    /// </summary>
    public string? ReplacePermission { get; init; }

    /// <summary>What happens to what an interrupted copy left. Default: continued.</summary>
    public ResumeRule Resume { get; init; }

    /// <summary>
    /// Whether the target is read again from the medium and compared with what was read from the source, before it gets
    /// its name. Default: no.
    /// </summary>
    public bool Verify { get; init; }

    /// <summary>Digests over the whole content, reported in <see cref="CopyEvent.Digests"/>. Default: none.</summary>
    public IReadOnlyList<DigestAlgorithm> Digests { get; init; } = [];

    /// <summary>What computes them; null where none was asked for.</summary>
    internal WholeFileDigest? NewDigest() => Digests.Count > 0 ? new WholeFileDigest([.. Digests]) : null;

    /// <summary>Most bytes a second over all files, 1 or more; null: no limit. Default: none.</summary>
    public ByteCount? BytesPerSecond { get; init; }

    /// <summary>Whether the source is removed once its copy is durable under its name, and verified if that was asked. Default: no.</summary>
    public bool RemoveSource { get; init; }

    /// <summary>
    /// Whether a source is removed also when the target does not keep all of its extended attributes, access lists
    /// among them. Default: no, such a source stays, which is a problem of the copy.
    /// </summary>
    public bool MayLoseAttributes { get; init; }

    /// <summary>Which engine carries large files. Default: the best that the system allows.</summary>
    public EngineKind? Engine { get; init; }

    /// <summary>Counts what is read and written, and how long; one copy's or several copies'. Default: nobody does.</summary>
    public CopyTraffic? Traffic { get; init; }

    /// <summary>Receives what happened to each file, in order, on threads of the copier, one at a time. Default: nobody.</summary>
    public IProgress<CopyEvent>? Events { get; init; }

    /// <summary>Makes another engine than <see cref="Engine"/> asks for; null but in tests.</summary>
    internal Func<int, IIoEngine>? EngineFactory { get; init; }
}

/// <summary>How the bytes of a file go from source to target.</summary>
public enum CopyStrategy
{
    /// <summary>Chosen for each file by its size, its residency in the page cache and the file systems.</summary>
    Automatic,

    /// <summary>Past the page cache on both sides; what the page cache holds of the source is read from there.</summary>
    Direct,

    /// <summary>Through the page cache, dropped behind (RWF_DONTCACHE), so that what was cached before stays so.</summary>
    Uncached,

    /// <summary>Through the page cache, which keeps it.</summary>
    Buffered,
}

/// <summary>Whether a copy may share its blocks with the source until one of them is written to (reflink).</summary>
public enum ReflinkRule
{
    /// <summary>Where the file system can, and nothing asks for bytes that really lie twice, as verifying does.</summary>
    Automatic,

    /// <summary>Never: the bytes are to lie twice.</summary>
    Never,

    /// <summary>Always; where the file system cannot, the copy fails.</summary>
    Always,
}

/// <summary>What happens to ranges of the source that hold no data.</summary>
public enum HoleRule
{
    /// <summary>They become holes of the target; the source's file system is asked where they are.</summary>
    Keep,

    /// <summary>They are read like data, and their zeros written: for file systems whose answer is not trusted.</summary>
    Fill,
}

/// <summary>What happens to a file that already has the target's name and differs from the source.</summary>
public enum OverwriteRule
{
    /// <summary>It stays, and the copy is refused.</summary>
    Never,

    /// <summary>It stays when its content was changed after the source's, which is said; else it is replaced.</summary>
    Older,

    /// <summary>It is replaced, in one step, once the copy is complete.</summary>
    Always,
}

/// <summary>What happens to what an interrupted copy left.</summary>
public enum ResumeRule
{
    /// <summary>It is taken over as far as its journal says that it was durable, when the source is the same file unchanged.</summary>
    Continue,

    /// <summary>As <see cref="Continue"/>, and what is taken over is read again on both sides and compared.</summary>
    Paranoid,

    /// <summary>It is removed, and the copy starts anew.</summary>
    StartAnew,
}
