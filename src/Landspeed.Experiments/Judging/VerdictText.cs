using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>Verdicts within sentences.</summary>
internal static class VerdictText
{
    /// <summary>Its name as in the results; of a cell without one, <c>unknown</c>.</summary>
    internal static string Of(Verdict? verdict) => verdict switch
    {
        Verdict.Device => "device",
        Verdict.Cache => "cache",
        Verdict.Hole => "hole",
        Verdict.Mixed => "mixed",
        _ => "unknown",
    };
}
