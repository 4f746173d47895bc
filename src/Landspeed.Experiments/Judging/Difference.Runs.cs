using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Judging;

/// <content>Compares the runs themselves, as one comparison of many.</content>
internal sealed partial record Difference
{
    // Width of an interval of normal values at the usual level, in standard deviations.
    private const double UsualScore = 1.96;

    // Runs of each from which a gap as wide as both spreads decides by itself: of runs that fall on two levels at
    // random, 1 in 600 comparisons shows such a gap.
    private const int RunsForApart = 5;

    /// <summary>Compares two values by their runs.</summary>
    /// <param name="ratio">The first value divided by the second.</param>
    /// <param name="bandPct">Values that differ by less than this are equal, percent, above 0.</param>
    /// <param name="level">The significance level, from <see cref="FalseDiscovery"/>.</param>
    /// <returns>More or less: the interval excludes 1, the p-value is within the level, and the ratio is beyond the
    /// band; or no run of the one is near any of the other. Equal: the interval is inside the band, that is, two
    /// one-sided tests reject anything beyond it. With fewer than four runs of each, only a difference of many times is
    /// conclusive.</returns>
    internal static Difference Of(RatioInterval ratio, double bandPct, double level)
    {
        double band = 1 + (bandPct / 100);
        int runs = Math.Min(ratio.Runs.Baseline, ratio.Runs.Other);
        bool isBeyond = IsBeyond(ratio.Ratio, bandPct);
        bool isSure = runs >= RatioInterval.EnoughRuns && ratio.PValue <= level && (ratio.Low > 1 || ratio.High < 1);
        DifferenceKind kind = ratio.IsConstant ? DifferenceKind.Equal
            : isBeyond && (isSure || (ratio.IsApart && runs >= RunsForApart) || IsManyTimes(ratio)) ? (ratio.Ratio > 1 ? DifferenceKind.More : DifferenceKind.Less)
            : runs >= RatioInterval.EnoughRuns && ratio.High <= band && ratio.Low * band >= 1 ? DifferenceKind.Equal
            : DifferenceKind.Inconclusive;
        return new Difference(ratio.Ratio, kind, kind == DifferenceKind.Inconclusive ? Needed(ratio, band, level, runs) : runs, runs);
    }

    /// <summary>
    /// Tells whether a ratio is beyond the band around 1, in either direction: with 5 % above 1.05 or below 1 / 1.05.
    /// </summary>
    internal static bool IsBeyond(double ratio, double bandPct) => ratio > 1 + (bandPct / 100) || ratio * (1 + (bandPct / 100)) < 1;

    // If many cells are compared, a factor of three in three runs occurs by chance. Compared with zero, anything is
    // infinitely many times as much.
    private static bool IsManyTimes(RatioInterval ratio) => ratio.Gap is > 0 and < double.PositiveInfinity
        && (ratio.Gap >= Thresholds.ManyTimesOfFewRuns || ratio.Gap * Thresholds.ManyTimesOfFewRuns <= 1);

    // The interval narrows with the square root of the number of runs, until it excludes 1 at the level or is inside
    // the band.
    private static int? Needed(RatioInterval ratio, double band, double level, int runs)
    {
        double apart = Math.Abs(Math.Log(ratio.Ratio));
        double halfWidth = Math.Log(ratio.High / ratio.Low) / 2;
        if (runs == 1)
        {
            return EnoughRuns;
        }

        if (!double.IsFinite(apart) || !double.IsFinite(halfWidth))
        {
            return null;
        }

        double room = Math.Log(band) - apart;
        double deviation = halfWidth / NormalScore.Of((100 - ratio.ConfidencePct) / 100);
        double needed = deviation == 0 ? 0 : runs * Math.Pow(deviation * (room < 0 ? NormalScore.Of(level) / apart : UsualScore / room), 2);
        return needed > MostRuns ? null : Enumerable.Range(Math.Max(EnoughRuns, runs + 1), MostRuns)
            .First(count => count >= needed && (room >= 0 || ratio.SmallestOf(count) <= level));
    }
}
