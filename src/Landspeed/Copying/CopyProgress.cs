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
