using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>A trial copy: of a new file, in a directory, nothing of which stays.</summary>
public sealed record CopyTrialTask
{
    /// <summary>Where the two files are made.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>Length of the source, bytes; default 1 GiB.</summary>
    public long Length { get; init; } = 1L << 30;

    /// <summary>Requests in flight while copying; default 4.</summary>
    public int QueueDepth { get; init; } = 4;
}
