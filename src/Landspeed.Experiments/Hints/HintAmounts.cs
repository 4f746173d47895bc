namespace Landspeed.Experiments.Hints;

/// <summary>The files of the experiment, in numbers.</summary>
/// <param name="Count">Number of files.</param>
/// <param name="TotalBytes">Total bytes.</param>
/// <param name="UsedBytes">Bytes used in total.</param>
/// <param name="LengthOfEach">Bytes of each, or null if they differ.</param>
internal sealed record HintAmounts(long Count, long TotalBytes, long UsedBytes, long? LengthOfEach);
