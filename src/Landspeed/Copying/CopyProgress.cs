namespace Landspeed.Copying;

/// <summary>The state of a running copy.</summary>
public readonly record struct CopyProgress
{
    internal CopyProgress(
        CopyPhase phase,
        long bytes,
        long totalBytes,
        long files,
        long totalFiles,
        bool isComplete,
        FilePath? current) =>
        (Phase, Bytes, TotalBytes, Files, TotalFiles, IsComplete, Current) =
            (phase, bytes, totalBytes, files, totalFiles, isComplete, current);

    /// <summary>What it is doing now.</summary>
    public CopyPhase Phase { get; internal init; }

    /// <summary>Bytes of content finished so far: copied, resumed, holes, up to date.</summary>
    public long Bytes { get; internal init; }

    /// <summary>Bytes found so far; grows while the tree is being listed.</summary>
    public long TotalBytes { get; internal init; }

    /// <summary>Files finished so far.</summary>
    public long Files { get; internal init; }

    /// <summary>Files found so far.</summary>
    public long TotalFiles { get; internal init; }

    /// <summary>True if the totals are final.</summary>
    public bool IsComplete { get; internal init; }

    /// <summary>The file that was started last.</summary>
    public FilePath? Current { get; internal init; }
}

/// <summary>What a copy is doing.</summary>
public enum CopyPhase
{
    /// <summary>Checking the leftovers of an interrupted copy.</summary>
    Checking,

    /// <summary>Reading and writing.</summary>
    Copying,

    /// <summary>Waiting until the written data is durable.</summary>
    Flushing,

    /// <summary>Reading the target back from the medium and comparing.</summary>
    Verifying,
}
