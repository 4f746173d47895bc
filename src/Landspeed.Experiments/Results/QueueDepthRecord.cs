namespace Landspeed.Experiments.Results;

/// <summary>Depth asked for and reached, over all workers.</summary>
/// <param name="Requested">Queue depth × workers.</param>
/// <param name="MeanAchieved">Sum of all latencies / elapsed time (Little's law).</param>
public sealed record QueueDepthRecord(int Requested, double MeanAchieved);
