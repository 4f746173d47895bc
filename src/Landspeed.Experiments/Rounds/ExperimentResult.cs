using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>How an experiment ended.</summary>
/// <param name="Document">What was measured; partial when something ended it early.</param>
/// <param name="Failure">What ended it early, for example that the volume is full; null when nothing did, and when it was stopped.</param>
public sealed record ExperimentResult(ResultDocument Document, Exception? Failure);
