using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>How a sweep ended.</summary>
/// <param name="Document">What was measured; partial when something ended the sweep early.</param>
/// <param name="Failure">What ended it early, for example that the volume is full; null when nothing did, and when it was stopped.</param>
public sealed record SweepResult(SweepDocument Document, Exception? Failure);
