using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Judging;

/// <summary>Finds what is suspicious about the runs of a cell, together and one by one.</summary>
internal static class RunFindings
{
    /// <summary>Examines the runs.</summary>
    /// <param name="runs">One or more runs.</param>
    /// <param name="rates">Their throughput, bytes/s, in the same order, or null if unknown.</param>
    /// <returns>Each kind once; none if no byte was moved.</returns>
    internal static IReadOnlyList<FindingRecord> Look(IReadOnlyList<RunRecord> runs, double?[] rates)
    {
        if (runs.All(run => run is { Reads: null, Writes: null }))
        {
            return [];
        }

        IntervalRecord? throughput = RunValues.Interval(rates);
        IEnumerable<FindingRecord?> all =
        [
            FewRuns(throughput),
            Noisy(throughput),
            Outliers(rates, throughput),
            VerdictsDiffer([.. runs.Select(run => (run.Reads ?? run.Writes)?.Verdict ?? Verdict.Unknown)])
                ?? VerdictsDiffer([.. runs.Select(run => run.Writes?.Verdict ?? Verdict.Unknown)]),
            .. OfRuns([.. runs.Select(run => run.Findings)]),
        ];
        return [.. all.OfType<FindingRecord>()];
    }

    private static FindingRecord? FewRuns(IntervalRecord? throughput) => throughput switch
    {
        null => FindingCodes.FewRuns.Says("no run has a throughput"),
        { Runs: 1 } => FindingCodes.FewRuns.Says("one run does not show how far runs differ; repeat it"),
        { Runs: < Thresholds.EnoughRuns } => FindingCodes.FewRuns.Says(Invariant(
            $"the interval of {throughput.Runs} runs contains the true median with only {throughput.ConfidencePct:F0} % confidence")
            + "; repeat more"),
        _ => null,
    };

    private static FindingRecord? Noisy(IntervalRecord? throughput) =>
        throughput is { SpreadPct: > Thresholds.NoisySpreadPct }
            ? FindingCodes.Noisy.Says(
                $"runs ranged from {AmountText.Rate(throughput.Min)} to {AmountText.Rate(throughput.Max)} "
                + $"(a spread of {AmountText.Percent(throughput.SpreadPct)} of the median); ignore small differences")
            : null;

    private static FindingRecord? Outliers(double?[] rates, IntervalRecord? throughput)
    {
        if (throughput is null or { OutlierRuns.Count: 0 })
        {
            return null;
        }

        string[] apart =
        [
            .. throughput.OutlierRuns.Select(run => Invariant($"run {run + 1} with {AmountText.Rate(rates[run]!.Value)}")),
        ];
        return FindingCodes.Outliers.Says(
            $"{AmountText.List(apart)} {(apart.Length == 1 ? "is an outlier" : "are outliers")} from the median of "
            + $"{AmountText.Rate(throughput.Median)}; still counted");
    }

    private static FindingRecord? VerdictsDiffer(IReadOnlyList<Verdict> verdicts)
    {
        string[] counts =
        [
            .. verdicts.GroupBy(verdict => verdict).OrderByDescending(group => group.Count()).ThenBy(group => group.Key)
                .Select(group => Invariant($"{group.Count()} {group.Key.ToWord()}")),
        ];
        return counts.Length < 2 ? null : FindingCodes.VerdictsDiffer.Says(Invariant(
            $"the {verdicts.Count} runs have different verdicts: {AmountText.List(counts)}"));
    }

    private static IEnumerable<FindingRecord> OfRuns(IReadOnlyList<IReadOnlyList<FindingRecord>> runs) => runs
        .SelectMany((run, index) => run.Select(finding => (Run: index, Finding: finding)))
        .GroupBy(found => found.Finding.Code, StringComparer.Ordinal)
        .Select(group => group.First().Finding with
        {
            Message = Counted(
                group.First().Finding.Message, group.Select(found => found.Run).Distinct().Count(), runs.Count),
        });

    // The numbers are those of one run: if there are several, the message says which.
    private static string Counted(string message, int having, int runs) => (having, runs) switch
    {
        (_, 1) => message,
        (1, _) => Invariant($"in 1 of {runs} runs: {message}"),
        _ => Invariant($"in {having} of {runs} runs, in the first of them: {message}"),
    };
}
