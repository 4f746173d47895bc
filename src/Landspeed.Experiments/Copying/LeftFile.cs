using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>A file that an interrupted copy left beside its target.</summary>
/// <param name="Path">Its path.</param>
/// <param name="Bytes">Its length.</param>
public sealed record LeftFile(FilePath Path, long Bytes);
