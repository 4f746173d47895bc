using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;
using static System.FormattableString;

namespace Landspeed.Experiments.Merging;

/// <summary>When ranks were together, and which of them held the others up.</summary>
public static class MergeRules
{
    /// <summary>Share of a run that skew and clock error together may have, 1 %: more would be seen in the rate.</summary>
    public const double SkewUpToPct = 1;

    /// <summary>Share of the median rank's rate below which a rank is slow, 80 %: on shared storage fair shares differ by some percent.</summary>
    public const double StragglerBelowPct = 80;

    // Of a thousand ranks the first tell enough.
    private const int MostNames = 4;

    /// <summary>The rate of each rank in percent of that of the median rank.</summary>
    /// <param name="rates">Bytes per second; null: unknown.</param>
    internal static double?[] RatePct(IReadOnlyList<double?> rates)
    {
        double[] known = [.. rates.OfType<double>()];
        double median = known.Length == 0 ? 0 : Median.Of(known);
        return [.. rates.Select(rate => median > 0 ? 100 * rate / median : null)];
    }

    /// <summary>Whether a rank held the others up: in more than half of its runs, so that one bad run names nobody.</summary>
    /// <param name="ratePct">Its rates in the runs, in percent of the median rank's.</param>
    internal static bool IsStraggler(IReadOnlyCollection<double> ratePct) =>
        ratePct.Count(pct => pct < StragglerBelowPct) * 2 > ratePct.Count;

    /// <summary>Names of ranks in one sentence.</summary>
    internal static string Names(IReadOnlyList<string> names) => names.Count <= MostNames
        ? string.Join(", ", names)
        : Invariant($"{string.Join(", ", names.Take(MostNames))} and {names.Count - MostNames} more");

    /// <summary>The rate of a run, as the ranks are compared: until the last of its bytes was there or durable.</summary>
    internal static double? RateOf(RunRecord run) => run[Metrics.Throughput];
}
