using Landspeed.Copying;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>A copy that has ended, whichever way.</summary>
/// <param name="Result">What the copier said; of a file that did not come about, the outcome and the problem.</param>
/// <param name="Document">The same with everything around it.</param>
public sealed record CopyRun(CopyResult Result, CopyDocument Document);
