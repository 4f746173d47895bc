using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>What is to happen to what has a target's name already.</summary>
/// <param name="Publication">How the copy gets its name.</param>
/// <param name="Skips">Why nothing is copied; null when something is.</param>
internal readonly record struct TargetDecision(RenameRule Publication, CopyAction? Skips);
