using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>Whether two values over some runs differ beyond their spread, and how many runs would decide; a pure function.</summary>
/// <remarks>
/// Two roads lead here. Conclusions of one result compare what its interleaved rounds left of each cell, intervals. Stored results are compared by
/// the runs themselves, which were not interleaved, and by many cells at once: <c>Difference.Runs.cs</c>. docs/decisions/comparing.md says why both remain.
/// From five runs on the interval of the median decides, which holds for any distribution. Fewer runs span less than that: their range is
/// widened as Student's t has it, so that a difference of some times is told by two runs already, and a small one is not. What lies so
/// many times apart that no noise explains it is told by any.
/// </remarks>
internal sealed partial record Difference
{
    /// <summary>Closer than this two values count as equal, 5 %: nobody chooses by it.</summary>
    internal const double EqualPct = 5;

    /// <summary>Runs below which an interval of order statistics holds the median too seldom, 5.</summary>
    internal const int EnoughRuns = 5;

    /// <summary>More runs than this nobody makes, 1,000.</summary>
    internal const int MostRuns = 1_000;

    // Half the interval of a median of n normal values: 1.96 × 1.2533 standard deviations / √n.
    private const double MedianHalfWidth = 2.4564;

    // The expected range of n normal values, in standard deviations.
    private static readonly double[] s_range = [0, 0, 1.128, 1.693, 2.059, 2.326];

    private Difference(double ratio, DifferenceKind kind, int? runsToTell, int runs)
    {
        (Ratio, Kind, RunsToDecide, Runs) = (ratio, kind, runsToTell, runs);
    }

    /// <summary>How many times as much as the other the one is, by the medians.</summary>
    internal double Ratio { get; }

    /// <summary>What can be said.</summary>
    internal DifferenceKind Kind { get; }

    /// <summary>Runs of each with which something could be said, about, if they spread as those made; null: more than 1,000.</summary>
    internal int? RunsToDecide { get; }

    /// <summary>Runs that there are, of the one with fewer.</summary>
    internal int Runs { get; }

    /// <summary>How many runs would decide, in words: <c>inconclusive after 3 runs; about 12 would decide</c>.</summary>
    internal string Inconclusive => InconclusiveAfter(Runs, RunsToDecide);

    /// <summary>The same of any number of runs.</summary>
    /// <param name="runs">Runs that there are.</param>
    /// <param name="runsToDecide">Runs that would decide, about; null: more than 1,000.</param>
    internal static string InconclusiveAfter(int runs, int? runsToDecide) =>
        $"inconclusive {After(runs, runsToDecide)}";

    /// <summary>What follows the word: <c>after 3 runs; about 12 would decide</c>.</summary>
    internal static string After(int runs, int? runsToDecide)
    {
        string start = $"after {AmountText.Count(runs, "run")}";
        return runsToDecide is not { } needed ? $"{start}; not even {AmountText.Count(MostRuns)} would decide"
            : $"{start}; {(needed == EnoughRuns ? "at least" : "about")} {AmountText.Count(needed)} would decide";
    }

    /// <summary>Compares.</summary>
    /// <param name="one">Of positive values.</param>
    /// <param name="other">The same.</param>
    internal static Difference Of(IntervalRecord one, IntervalRecord other)
    {
        double ratio = one.Median / other.Median;
        int runs = Math.Min(one.Runs, other.Runs);
        DifferenceKind kind = IsManyTimes(other, one) ? DifferenceKind.Less
            : IsManyTimes(one, other) ? DifferenceKind.More
            : KindOf(one.SureRange(), other.SureRange());
        return new Difference(ratio, kind, kind == DifferenceKind.Inconclusive ? Needed(one, other, runs) : runs, runs);
    }

    /// <summary>Whether one value is so many times another that no number of runs is needed to say so.</summary>
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

    // With n runs of each the intervals are 2.4564 / √n times the deviations wide: they part, or both lie in the band of what is equal.
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

/// <summary>What can be said of two values.</summary>
internal enum DifferenceKind
{
    /// <summary>The runs spread too far for what lies between them.</summary>
    Inconclusive,

    /// <summary>The one is less, beyond the spread.</summary>
    Less,

    /// <summary>The one is more, beyond the spread.</summary>
    More,

    /// <summary>Within 5 %, the spread included.</summary>
    Equal,
}
