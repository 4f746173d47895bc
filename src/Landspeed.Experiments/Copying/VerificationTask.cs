using Landspeed.Files;
using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>A tree to be checked against a manifest.</summary>
public sealed record VerificationTask
{
    /// <summary>The manifest: lines as md5sum, sha256sum and xxh128sum write them.</summary>
    public required FilePath Manifest { get; init; }

    /// <summary>
    /// Opens the manifest where it is none of the files, for example standard input; null: <see cref="Manifest"/>.
    /// </summary>
    public Func<Stream>? OpenManifest { get; init; }

    /// <summary>The directory that the manifest's names are relative to.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>What made the digests; null: as each line says.</summary>
    public DigestAlgorithm? Algorithm { get; init; }

    /// <summary>
    /// How files are read; null: past the page cache unless it holds them. Default direct: what the page cache holds says
    /// nothing about the medium.
    /// </summary>
    public IoMode? Mode { get; init; } = IoMode.Direct;

    /// <summary>What happens where the mode is refused. Default: preferred.</summary>
    public Necessity Necessity { get; init; } = Necessity.Preferred;

    /// <summary>Whether files that are not there are passed over. Default: no.</summary>
    public bool IgnoreMissing { get; init; }

    /// <summary>Whether files that the manifest does not name are looked for. Default: no.</summary>
    public bool FindExtra { get; init; }

    /// <summary>Files read at the same time, 1 to 64. Default 4.</summary>
    public int Threads { get; init; } = 4;
}
