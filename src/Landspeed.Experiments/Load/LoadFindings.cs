using Landspeed.Experiments.Judging;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Load;

/// <summary>Finds what makes the times of requests at a rate say something else than what they seem to.</summary>
internal static class LoadFindings
{
    // Of those that were due: fewer may have been held up by one stall shortly before the end.
    private const double OverloadedFromPct = 1;

    // Of what half of the requests take: less does not change what one concludes.
    private const double LateFromShare = 0.1;

    // Of a run shorter than this many pauses the rate says how it began.
    private const int FewestPauses = 10;

    /// <summary>Returns the findings of one run.</summary>
    /// <param name="run">Its record.</param>
    /// <param name="load">What was counted, or null unless they had a rate.</param>
    /// <param name="think">The pauses between requests, or null unless they had some.</param>
    internal static IEnumerable<FindingRecord?> Of(RunRecord run, LoadTally? load, ThinkTally? think) =>
        load is not null ? [Overloaded(load), GeneratorLate(run)]
        : think is not null ? [PausesLonger(think), Shorter(run)] : [];

    /// <summary>Reports that more was due than was carried out.</summary>
    internal static FindingRecord? Overloaded(LoadTally load)
    {
        string[] names = load.Due.Count == 1 ? ["requests"] : ["reads", "writes"];
        string[] said = [.. names.Select((name, index) => Overloaded(load.Due[index], name)).OfType<string>()];
        return said.Length == 0 ? null : FindingCodes.Overloaded.Says(string.Join("; ", said));
    }

    private static string? Overloaded(DueTally due, string what)
    {
        double skippedPct = 100.0 * due.Skipped / Math.Max(1, due.Offered);
        double unstartedPct = 100.0 * due.Unstarted / Math.Max(1, due.Offered);
        return skippedPct >= OverloadedFromPct
            ? Invariant($"{skippedPct:F1} % of the {what} that were due were skipped: ")
                + "as many as allowed were in flight"
            : unstartedPct >= OverloadedFromPct && due.Trend.IsRising()
                ? Invariant($"{what} started later and later, and {unstartedPct:F1} % of those that were due ")
                    + "had not started at the end"
                : null;
    }

    /// <summary>Reports that requests started late although they could have started.</summary>
    internal static FindingRecord? GeneratorLate(RunRecord run) =>
        run.Case?.Effective.Engine is not ("null" or "memory")
            && run[Metrics.OwnLatenessP99] is { } late && run[Metrics.LatencyP50] is { } service
            && late > LateFromShare * service
            ? FindingCodes.GeneratorLate.Says(
                $"1 % of the requests started more than {AmountText.Duration(late)} late although they could have "
                + $"started; half took {AmountText.Duration(service)} from submission to completion")
            : null;

    /// <summary>Reports that pauses were longer than asked for.</summary>
    internal static FindingRecord? PausesLonger(ThinkTally pauses) =>
        pauses is { MeanNs: { } mean, MeanAskedNs: { } asked } && mean > (1 + LateFromShare) * asked
            ? FindingCodes.GeneratorLate.Says(
                $"pauses were to last {AmountText.Duration(asked)} and lasted {AmountText.Duration(mean)} on average, "
                + "because threads started the next request late")
            : null;

    /// <summary>Reports a run that is too short for its pauses.</summary>
    internal static FindingRecord? Shorter(RunRecord run) =>
        run.Case?.Effective.Think is { } think && run[Metrics.Elapsed] is { } elapsed
            && elapsed >= Thresholds.ShortNs && elapsed < FewestPauses * think.PauseS * 1e9
            ? FindingCodes.ShortRun.Says(
                $"{AmountText.Duration(elapsed)} are less than {FewestPauses} pauses of "
                + $"{AmountText.Duration(think.PauseS * 1e9)}: the rate says how the run began; measure longer")
            : null;
}
