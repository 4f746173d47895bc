using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Where a copy stands.</summary>
/// <param name="Phase">What it does now.</param>
/// <param name="Bytes">Bytes of content dealt with so far: copied, resumed, holes, up to date.</param>
/// <param name="TotalBytes">Bytes found so far; grows while a tree is still being listed.</param>
/// <param name="Files">Files dealt with so far.</param>
/// <param name="TotalFiles">Files found so far.</param>
/// <param name="IsComplete">Whether the totals are final.</param>
/// <param name="Current">The file that was begun last.</param>
public readonly record struct CopyProgress(
    CopyPhase Phase, long Bytes, long TotalBytes, long Files, long TotalFiles, bool IsComplete, FilePath? Current);

/// <summary>What a copy does now.</summary>
public enum CopyPhase
{
    /// <summary>Checks what an interrupted copy left.</summary>
    Checking,

    /// <summary>Reads and writes.</summary>
    Copying,

    /// <summary>Waits until what was written is durable.</summary>
    Flushing,

    /// <summary>Reads the target from the medium and compares.</summary>
    Verifying,
}
