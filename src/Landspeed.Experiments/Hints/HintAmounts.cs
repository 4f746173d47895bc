namespace Landspeed.Experiments.Hints;

/// <summary>The files of the experiment, in numbers.</summary>
/// <param name="Count">Files.</param>
/// <param name="TotalBytes">Bytes of all.</param>
/// <param name="UsedBytes">Bytes that are used of all.</param>
/// <param name="LengthOfEach">Bytes of each; null: they differ.</param>
internal sealed record HintAmounts(long Count, long TotalBytes, long UsedBytes, long? LengthOfEach);
