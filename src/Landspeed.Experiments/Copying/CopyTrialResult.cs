namespace Landspeed.Experiments.Copying;

/// <summary>What a trial copy came to.</summary>
/// <param name="CreateNs">Time to create the source until it was durable, nanoseconds.</param>
/// <param name="Copy">The copy.</param>
/// <param name="CompareNs">Time to read and compare both files, nanoseconds.</param>
/// <param name="FirstDifference">Offset of the first byte that differs; null: the copy is equal.</param>
public sealed record CopyTrialResult(long CreateNs, CopyRun Copy, long? CompareNs, long? FirstDifference);
