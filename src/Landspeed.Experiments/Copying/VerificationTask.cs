using Landspeed.Copying;

namespace Landspeed.Experiments.Copying;

/// <summary>A tree to be verified against a manifest.</summary>
public sealed record VerificationTask
{
    /// <summary>The manifest: lines as written by md5sum, sha256sum and xxh128sum.</summary>
    public required FilePath Manifest { get; init; }

    /// <summary>
    /// Opens the manifest if it is not a file, for example standard input, or null for <see cref="Manifest"/>.
    /// </summary>
    public Func<Stream>? OpenManifest { get; init; }

    /// <summary>The directory to which the manifest's names are relative.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>The algorithm of the digests, or null to follow each line.</summary>
    public DigestAlgorithm? Algorithm { get; init; }

    /// <summary>
    /// How files are read, or null to bypass the page cache unless it contains them. Default direct: the contents of
    /// the page cache show nothing about the medium.
    /// </summary>
    public IoMode? Mode { get; init; } = IoMode.Direct;

    /// <summary>Whether it is an error if the mode is refused. Default: no.</summary>
    public bool RequireMode { get; init; }

    /// <summary>Whether missing files are ignored. Default: no.</summary>
    public bool IgnoreMissing { get; init; }

    /// <summary>Whether files that the manifest does not name are looked for. Default: no.</summary>
    public bool FindExtra { get; init; }

    /// <summary>Files read at the same time, 1 to 64. Default 4.</summary>
    public int Threads { get; init; } = 4;
}
