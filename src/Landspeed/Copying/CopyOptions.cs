using Landspeed.Engine;
using Landspeed.Hashing;

namespace Landspeed.Copying;

/// <summary>How a file, or each file of a tree, is copied.</summary>
public record CopyOptions
{
    /// <summary>Bytes of one read or write of a large file, 4 KiB to 1 GiB, a multiple of 4 KiB. Default 1 MiB.</summary>
    public int RequestSize { get; init; } = 1024 * 1024;

    /// <summary>Most requests in flight, 1 to 256. Default 8.</summary>
    public int QueueDepth { get; init; } = 8;

    /// <summary>Which way the bytes go. Default: chosen for each file.</summary>
    public CopyWay Way { get; init; }

    /// <summary>Whether blocks may be shared. Default: where possible. Ignored across file systems unless always.</summary>
    public ReflinkRule Reflink { get; init; }

    /// <summary>What happens to holes. Default: kept.</summary>
    public HoleRule Holes { get; init; }

    /// <summary>What happens to a file that has the target's name. Default: it stays.</summary>
    public OverwriteRule Overwrite { get; init; }

    /// <summary>What happens to what an interrupted copy left. Default: continued.</summary>
    public ResumeRule Resume { get; init; }

    /// <summary>
    /// Whether the target is read again from the medium and compared with what was read from the source, before it gets
    /// its name. Default: no.
    /// </summary>
    public bool Verify { get; init; }

    /// <summary>Digests over the whole content, told in <see cref="CopyEvent.Digests"/>. Default: none.</summary>
    public IReadOnlyList<DigestAlgorithm> Digests { get; init; } = [];

    /// <summary>Most bytes a second over all files, 1 or more; null: no limit. Default: none.</summary>
    public long? BytesPerSecond { get; init; }

    /// <summary>Whether the source is removed once its copy is durable under its name, and verified if that was asked. Default: no.</summary>
    public bool RemoveSource { get; init; }

    /// <summary>Which engine carries large files. Default: the best that the system allows.</summary>
    public EngineKind? Engine { get; init; }

    /// <summary>Receives what happened to each file, in order, on threads of the copier, one at a time. Default: nobody.</summary>
    public IProgress<CopyEvent>? Events { get; init; }
}
