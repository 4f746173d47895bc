using Landspeed.Experiments.Judging;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Load;

/// <summary>Finds that a rate did not become steady.</summary>
internal static class SteadyFindings
{
    /// <summary>Reports that a run which was to become steady did not.</summary>
    /// <param name="run">The run.</param>
    /// <param name="limit">When it would have been, or null if it was not to.</param>
    internal static FindingRecord? NotSteady(RunRecord run, SteadyLimit? limit) => (limit, run.Steady) switch
    {
        (null, _) or (_, { IsSteady: true }) => null,
        (_, { RangePct: { } range, ChangePct: { } change, RoundsBytesPerS.Count: SteadyLimit.Rounds }) =>
            FindingCodes.NotSteady.Says(
                Invariant($"in the last {run.Steady.DurationNs / 1e9:F0} s the rate ")
                + Invariant($"{(change < 0 ? "fell" : "rose")} by {Math.Abs(change):F1} %, and {SteadyLimit.Rounds} ")
                + Invariant($"rounds differed by {range:F1} %; at most {limit.WithinPct} % and ")
                + Invariant($"{limit.RangePct} % are allowed")),
        (_, { RoundsBytesPerS.Count: SteadyLimit.Rounds }) => FindingCodes.NotSteady.Says(Invariant(
            $"in the last {run.Steady.DurationNs / 1e9:F0} s nothing was moved")),
        _ => FindingCodes.NotSteady.Says(Invariant(
            $"the run ended before the {limit.Window.TotalSeconds:0.#} s that are needed to judge")),
    };
}
