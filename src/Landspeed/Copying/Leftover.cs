using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>A file left behind by an interrupted copy: unfinished content, or the journal beside it.</summary>
/// <param name="Path">The file.</param>
/// <param name="AllocatedBytes">Bytes it occupies on the volume.</param>
/// <param name="Problem">
/// Why it stays, or why a directory could not be searched; null if it is to be removed or was.
/// </param>
public sealed record Leftover(FilePath Path, long AllocatedBytes, CopyProblem? Problem = null);
