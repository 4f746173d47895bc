using Landspeed.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>
/// Tells whether two values over some runs differ beyond their spread, and how many runs would decide; a pure function.
/// </summary>
/// <remarks>
/// There are two methods. Conclusions of one result compare the intervals of cells whose rounds were interleaved.
/// Stored results, which were not interleaved, are compared by the runs themselves and for many cells at once:
/// <c>Difference.Runs.cs</c>. docs/decisions/comparing.md explains why both remain. From five runs on the interval of
/// the median decides, which holds for any distribution. The interval of fewer runs covers less: their range is widened
/// by Student's t, so that two runs are enough for a difference of several times, but not for a small one. A difference
/// of more times than noise can explain needs no minimum number of runs.
/// </remarks>
internal sealed partial record Difference
{
    /// <summary>
    /// Two values that differ by less than this count as equal, 5 %: too small to influence a choice.
    /// </summary>
    internal const double EqualPct = 5;

    /// <summary>Below this number of runs an interval of order statistics contains the median too rarely, 5.</summary>
    internal const int EnoughRuns = 5;

    /// <summary>The maximum number of runs that is worth suggesting, 1,000.</summary>
    internal const int MostRuns = 1_000;

    // Half the interval of a median of n normal values: 1.96 × 1.2533 standard deviations / √n.
    private const double MedianHalfWidth = 2.4564;

    // The expected range of n normal values, in standard deviations.
    private static readonly double[] s_range = [0, 0, 1.128, 1.693, 2.059, 2.326];

    private Difference(double ratio, DifferenceKind kind, int? runsToTell, int runs)
    {
        (Ratio, Kind, RunsToDecide, Runs) = (ratio, kind, runsToTell, runs);
    }

    /// <summary>The first value divided by the second, by the medians.</summary>
    internal double Ratio { get; }

    /// <summary>The outcome.</summary>
    internal DifferenceKind Kind { get; }

    /// <summary>
    /// Approximate number of runs of each that would decide, if they spread like the existing ones, or null if more
    /// than 1,000.
    /// </summary>
    internal int? RunsToDecide { get; }

    /// <summary>Existing runs, of the value with fewer.</summary>
    internal int Runs { get; }

    /// <summary>States how many runs would decide: <c>inconclusive after 3 runs; about 12 would decide</c>.</summary>
    internal string Inconclusive => InconclusiveAfter(Runs, RunsToDecide);

    /// <summary>States the same for any number of runs.</summary>
    /// <param name="runs">Existing runs.</param>
    /// <param name="runsToDecide">Approximate number of runs that would decide, or null if more than 1,000.</param>
    internal static string InconclusiveAfter(int runs, int? runsToDecide) =>
        $"inconclusive {After(runs, runsToDecide)}";

    /// <summary>Returns what follows the word: <c>after 3 runs; about 12 would decide</c>.</summary>
    internal static string After(int runs, int? runsToDecide)
    {
        string start = $"after {AmountText.Count(runs, "run")}";
        return runsToDecide is not { } needed ? $"{start}; not even {AmountText.Count(MostRuns)} would decide"
            : $"{start}; {(needed == EnoughRuns ? "at least" : "about")} {AmountText.Count(needed)} would decide";
    }

    /// <summary>Compares two intervals.</summary>
    /// <param name="one">An interval of positive values.</param>
    /// <param name="other">The other interval, also of positive values.</param>
    internal static Difference Of(IntervalRecord one, IntervalRecord other)
    {
        double ratio = one.Median / other.Median;
        int runs = Math.Min(one.Runs, other.Runs);
        DifferenceKind kind = IsManyTimes(other, one) ? DifferenceKind.Less
            : IsManyTimes(one, other) ? DifferenceKind.More
            : KindOf(one.SureRange(), other.SureRange());
        return new Difference(ratio, kind, kind == DifferenceKind.Inconclusive ? Needed(one, other, runs) : runs, runs);
    }

    /// <summary>Tells whether one value is so many times the other that no minimum number of runs is needed.</summary>
    internal static bool IsManyTimes(IntervalRecord more, IntervalRecord less) => more.Min > less.Max
        && (Math.Min(more.Runs, less.Runs) < Thresholds.EnoughRuns
            ? more.Min >= Thresholds.ManyTimesOfFewRuns * less.Max
            : more.Median >= Thresholds.ManyTimes * less.Median);

    private static DifferenceKind KindOf((double Low, double High) one, (double Low, double High) other)
    {
        const double Band = 1 + (EqualPct / 100);
        return one.High <= Band * other.Low && other.High <= Band * one.Low ? DifferenceKind.Equal
            : one.High < other.Low ? DifferenceKind.Less
            : one.Low > other.High ? DifferenceKind.More
            : DifferenceKind.Inconclusive;
    }

    // With n runs of each, the intervals are 2.4564 / √n times the deviations wide: they separate, or both are inside
    // the band of equal values.
    private static int? Needed(IntervalRecord one, IntervalRecord other, int runs)
    {
        if (runs == 1)
        {
            return EnoughRuns;
        }

        double width = MedianHalfWidth * (Deviation(one) + Deviation(other));
        double apart = Math.Abs(one.Median - other.Median);
        double room = Math.Abs((EqualPct / 100 * Math.Min(one.Median, other.Median)) - apart);
        double needed = Math.Pow(width / Math.Max(apart, room), 2);
        return needed <= MostRuns ? Math.Max(Math.Max(EnoughRuns, runs + 1), (int)Math.Ceiling(needed)) : null;
    }

    private static double Deviation(IntervalRecord interval) => interval.Runs <= EnoughRuns
        ? (interval.Max - interval.Min) / s_range[interval.Runs]
        : interval.HalfWidth() * Math.Sqrt(interval.Runs) / MedianHalfWidth;
}

/// <summary>The outcome of comparing two values.</summary>
internal enum DifferenceKind
{
    /// <summary>The runs spread too far for the difference between them.</summary>
    Inconclusive,

    /// <summary>The first is less, beyond the spread.</summary>
    Less,

    /// <summary>The first is more, beyond the spread.</summary>
    More,

    /// <summary>Within 5 %, including the spread.</summary>
    Equal,
}
