using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>The outcome of an experiment.</summary>
/// <param name="Document">What was measured; partial if something ended it early.</param>
/// <param name="Failure">What ended it early, for example a full volume; null if nothing did, or if it was
/// stopped.</param>
public sealed record ExperimentResult(ResultDocument Document, Exception? Failure);
