using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Judging;

/// <content>Of the runs themselves, one comparison of many.</content>
internal sealed partial record Difference
{
    // How wide an interval of normal values is at the usual level, in its standard deviations.
    private const double UsualScore = 1.96;

    // Runs of each from which on a gap as wide as both spreads decides by itself: of runs that fall on two levels like a coin, 1 in 600 comparisons shows one.
    private const int RunsForApart = 5;

    /// <summary>Compares.</summary>
    /// <param name="ratio">How many times the other the one is.</param>
    /// <param name="bandPct">Closer than this they are equal, percent, above 0.</param>
    /// <param name="level">The chance up to which a difference counts, from <see cref="FalseDiscovery"/>.</param>
    /// <returns>
    /// More or less: the interval excludes 1, the chance is within the level, and the ratio lies beyond the band; or no run of the one is near any
    /// of the other. Equal: the interval lies in the band, that is, two one-sided tests refuse anything beyond it. Below four runs of each only many times tells.
    /// </returns>
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

    /// <summary>Whether a ratio lies beyond the band around 1, up or down alike: with 5 % above 1.05 or below 1 / 1.05.</summary>
    internal static bool IsBeyond(double ratio, double bandPct) => ratio > 1 + (bandPct / 100) || ratio * (1 + (bandPct / 100)) < 1;

    // Where many cells are looked at, three times in three runs happens by chance. Of nothing anything is infinitely many times.
    private static bool IsManyTimes(RatioInterval ratio) => ratio.Gap is > 0 and < double.PositiveInfinity
        && (ratio.Gap >= Thresholds.ManyTimesOfFewRuns || ratio.Gap * Thresholds.ManyTimesOfFewRuns <= 1);

    // The interval narrows with the root of the runs: until it excludes 1 at the level, or lies in the band.
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
