using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Merging;

/// <summary>Decides whether ranks ran together, and which of them delayed the others.</summary>
public static class MergeRules
{
    /// <summary>
    /// Maximum share of a run for skew and clock error together, 1 %: more would affect the rate visibly.
    /// </summary>
    public const double SkewUpToPct = 1;

    /// <summary>
    /// Share of the median rank's rate below which a rank is slow, 80 %: on shared storage fair shares differ by some
    /// percent.
    /// </summary>
    public const double StragglerBelowPct = 80;

    // Of a thousand ranks naming the first ones is enough.
    private const int MostNames = 4;

    /// <summary>Returns the rate of each rank in percent of that of the median rank.</summary>
    /// <param name="rates">Bytes per second, or null if unknown.</param>
    internal static double?[] RatePct(IReadOnlyList<double?> rates)
    {
        double[] known = [.. rates.OfType<double>()];
        double median = known.Length == 0 ? 0 : Median.Of(known);
        return [.. rates.Select(rate => median > 0 ? 100 * rate / median : null)];
    }

    /// <summary>
    /// Tells whether a rank delayed the others: in more than half of its runs, so that one bad run is not enough.
    /// </summary>
    /// <param name="ratePct">Its rates in the runs, in percent of the median rank's.</param>
    internal static bool IsStraggler(IReadOnlyCollection<double> ratePct) =>
        ratePct.Count(pct => pct < StragglerBelowPct) * 2 > ratePct.Count;

    /// <summary>Joins names of ranks for a sentence.</summary>
    internal static string Names(IReadOnlyList<string> names) => names.Count <= MostNames
        ? string.Join(", ", names)
        : Invariant($"{string.Join(", ", names.Take(MostNames))} and {names.Count - MostNames} more");

    /// <summary>Returns the rate of a run as used to compare ranks: until its last byte was moved or durable.</summary>
    internal static double? RateOf(RunRecord run) => run[Metrics.Throughput];
}
