using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>The state of a running copy.</summary>
/// <param name="Phase">What it is doing now.</param>
/// <param name="Bytes">Bytes of content finished so far: copied, resumed, holes, up to date.</param>
/// <param name="TotalBytes">Bytes found so far; grows while the tree is being listed.</param>
/// <param name="Files">Files finished so far.</param>
/// <param name="TotalFiles">Files found so far.</param>
/// <param name="IsComplete">True if the totals are final.</param>
/// <param name="Current">The file that was started last.</param>
public readonly record struct CopyProgress(
    CopyPhase Phase, long Bytes, long TotalBytes, long Files, long TotalFiles, bool IsComplete, FilePath? Current);

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
