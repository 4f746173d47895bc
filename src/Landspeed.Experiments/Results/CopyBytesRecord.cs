namespace Landspeed.Experiments.Results;

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
