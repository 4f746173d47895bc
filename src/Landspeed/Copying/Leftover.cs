using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>A file that an interrupted copy left: unfinished content, or the journal beside it.</summary>
/// <param name="Path">The file.</param>
/// <param name="AllocatedBytes">Bytes that it occupies.</param>
/// <param name="Problem">Why it stays, or why a directory could not be searched; null: it goes, or went.</param>
public sealed record Leftover(FilePath Path, long AllocatedBytes, CopyProblem? Problem = null);
