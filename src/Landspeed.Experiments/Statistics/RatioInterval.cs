using Perfolizer.Mathematics.SignificanceTesting.MannWhitney;

namespace Landspeed.Experiments.Statistics;

/// <summary>
/// The ratio of the values of one series to those of another, and how well a few runs of each determine it.
/// </summary>
/// <remarks>
/// The ratio is the median of the ratios of all pairs (Hodges and Lehmann). The interval is between two of these
/// ratios, so it holds for any distribution: it is what the inverted rank test of Mann and Whitney does not reject. It
/// assumes that the runs are independent of each other. 0 / 0 counts as 1, and 0 in the denominator alone gives an
/// infinite ratio. Source: Hollander and Wolfe, Nonparametric Statistical Methods, 4.2 and 4.3.
/// </remarks>
internal sealed record RatioInterval
{
    /// <summary>Minimum coverage of the interval, if there are enough runs, 95 %.</summary>
    internal const double WantedPct = 95;

    /// <summary>
    /// Below this number of runs of each no interval of ranks reaches the confidence: with 3 and 3 it contains the
    /// ratio with 90 %.
    /// </summary>
    internal const int EnoughRuns = 4;

    // Beyond this many runs of each the distribution is approximated; exact ones cost more with each run.
    private const int ExactRuns = 20;

    // The end of an interval that reaches the confidence counts one side only.
    private const double Sides = 2;

    private RatioInterval()
    {
    }

    /// <summary>The other divided by the baseline.</summary>
    internal required double Ratio { get; init; }

    /// <summary>Lower end of the interval that contains the true ratio; 0 or more.</summary>
    internal required double Low { get; init; }

    /// <summary>Upper end of the interval; infinite if the baseline is 0.</summary>
    internal required double High { get; init; }

    /// <summary>
    /// Confidence of the interval, percent: at least 95 from <see cref="EnoughRuns"/> of each on; 0 for single runs,
    /// which give none.
    /// </summary>
    internal required double ConfidencePct { get; init; }

    /// <summary>
    /// How often runs of the same thing differ this much or more, 0 to 1; ties count against a difference.
    /// </summary>
    internal required double PValue { get; init; }

    /// <summary>
    /// The smallest p-value possible with this number of runs; above 0.05 they are necessarily inconclusive.
    /// </summary>
    internal required double SmallestPValue { get; init; }

    /// <summary>Runs of the baseline, and of the other.</summary>
    internal required (int Baseline, int Other) Runs { get; init; }

    /// <summary>Whether each run of one belongs to one of the other.</summary>
    internal bool IsPaired { get; init; }

    /// <summary>
    /// Whether no run of one comes near any of the other: the gap between them is at least as wide as both spreads
    /// together, as ratios. Never true of 0, which is often less than a clock can count.
    /// </summary>
    internal required bool IsApart { get; init; }

    /// <summary>
    /// The ratio of the two runs that are closest to each other: above 1 if all of the other are above all of the
    /// baseline, below 1 if all are below, 1 if they overlap.
    /// </summary>
    internal required double Gap { get; init; }

    /// <summary>Whether all runs of both have the same value.</summary>
    internal required bool IsConstant { get; init; }

    /// <summary>Compares two series.</summary>
    /// <param name="baseline">1 to 1,000 finite numbers, none below 0.</param>
    /// <param name="other">1 to 1,000 finite numbers, none below 0.</param>
    /// <exception cref="ArgumentException">There is no value, or one of them is not finite, or below 0.</exception>
    /// <remarks>Pure and thread-safe. Sorts the ratios of all pairs.</remarks>
    internal static RatioInterval Of(IReadOnlyList<double> baseline, IReadOnlyList<double> other)
    {
        Check(baseline, nameof(baseline));
        Check(other, nameof(other));
        (int, int) runs = (baseline.Count, other.Count);
        double[] ratios = Ratios(baseline, other);
        bool isApart = Apart((baseline.Min(), baseline.Max()), (other.Min(), other.Max()));
        return From(ratios, Narrowest(runs, ratios.Length), pairs => AtMost(runs, pairs), isApart, (baseline, other));
    }

    /// <summary>
    /// Compares series that were measured at the same time: the ratio of each pair counts, so that disturbances common
    /// to both do not.
    /// </summary>
    /// <param name="baseline">1 to 1,000 finite numbers, none below 0.</param>
    /// <param name="other">The same number of values; each belongs to the one at the same position.</param>
    /// <returns>The median of the ratios with the interval of its order statistics; the p-value is that of the sign
    /// test, with pairs on either side equally likely.</returns>
    /// <exception cref="ArgumentException">There is no value, one of them is not finite, or below 0; or the numbers of
    /// values differ.</exception>
    /// <remarks>Pure and thread-safe. Source: David and Nagaraja, Order Statistics, 7.1.</remarks>
    internal static RatioInterval OfPairs(IReadOnlyList<double> baseline, IReadOnlyList<double> other)
    {
        Check(baseline, nameof(baseline));
        Check(other, nameof(other));
        if (baseline.Count != other.Count)
        {
            throw new ArgumentException("pairs need the same number of values on both sides", nameof(other));
        }

        int count = baseline.Count;
        double[] ratios = [.. baseline.Zip(other, RatioOf).Order()];
        (int rank, double confidencePct) = MedianInterval.Narrowest(count);
        bool isApart = ratios[0] > 0 && double.IsFinite(ratios[^1])
            && (ratios[0] > 1 ? ratios[0] * ratios[0] >= ratios[^1] : ratios[^1] < 1 && ratios[^1] * ratios[^1] <= ratios[0]);
        return From(ratios, (rank, count == 1 ? 0 : confidencePct), pairs => MedianInterval.AtMost(count, pairs), isApart, (baseline, other)) with { IsPaired = true };
    }

    /// <summary>
    /// Whether it is based on the same runs by another measure, a multiple or the inverse: bytes and requests per
    /// second, or the time per byte.
    /// </summary>
    internal bool IsOfSame(RatioInterval other) => PValue == other.PValue && (IsClose(Ratio, other.Ratio) || IsClose(Ratio * other.Ratio, 1));

    /// <summary>
    /// Returns the smallest p-value that this number of runs of each can show for one value above or below the other.
    /// </summary>
    internal double SmallestOf(int runs) => Math.Min(1, Sides * (IsPaired ? MedianInterval.AtMost(runs, 0) : AtMost((runs, runs), 0)));

    // Evaluates sorted ratios, of all pairs of runs or of those that belong together; the p-value is that of at most
    // this many on one side.
    private static RatioInterval From(
        double[] ratios, (int Rank, double ConfidencePct) narrowest, Func<int, double> atMost, bool isApart, (IReadOnlyList<double> Baseline, IReadOnlyList<double> Other) values)
    {
        int against = Math.Min(ratios.Count(ratio => ratio <= 1), ratios.Count(ratio => ratio >= 1));
        return new RatioInterval
        {
            Ratio = Middle(ratios),
            Low = ratios[narrowest.Rank],
            High = ratios[^(narrowest.Rank + 1)],
            ConfidencePct = narrowest.ConfidencePct,
            PValue = Math.Min(1, Sides * atMost(against)),
            SmallestPValue = Math.Min(1, Sides * atMost(0)),
            Runs = (values.Baseline.Count, values.Other.Count),
            IsApart = isApart,
            Gap = ratios[0] > 1 ? ratios[0] : ratios[^1] < 1 ? ratios[^1] : 1,
            IsConstant = values.Baseline.Concat(values.Other).Distinct().Count() == 1,
        };
    }

    private static double RatioOf(double below, double above) => above == below ? 1 : above / below;

    private static bool IsClose(double one, double other) => Math.Abs(one - other) <= 1e-9 * Math.Abs(one);

    private static void Check(IReadOnlyList<double> values, string name)
    {
        if (values.Count == 0 || !values.All(value => double.IsFinite(value) && value >= 0))
        {
            throw new ArgumentException("a ratio needs one or more finite numbers, none below 0", name);
        }
    }

    private static double[] Ratios(IReadOnlyList<double> baseline, IReadOnlyList<double> other)
    {
        double[] ratios = new double[baseline.Count * other.Count];
        int index = 0;
        foreach (double below in baseline)
        {
            foreach (double above in other)
            {
                ratios[index++] = RatioOf(below, above);
            }
        }

        Array.Sort(ratios);
        return ratios;
    }

    // Ratios are averaged as ratios: the middle of 1/2 and 2 is 1.
    private static double Middle(double[] sorted)
    {
        (double low, double high) = (sorted[(sorted.Length - 1) / 2], sorted[sorted.Length / 2]);
        return low == high ? low : Math.Sqrt(low) * Math.Sqrt(high);
    }

    // The highest rank from both ends that keeps the coverage, or both ends if there is none.
    private static (int Rank, double ConfidencePct) Narrowest((int, int) runs, int count)
    {
        const double Most = (100 - WantedPct) / 100 / Sides;
        (int low, int high) = (0, (count - 1) / 2);
        while (low < high)
        {
            int middle = (low + high + 1) / 2;
            (low, high) = AtMost(runs, middle) <= Most ? (middle, high) : (low, middle - 1);
        }

        return (low, Math.Max(0, 100 * (1 - (Sides * AtMost(runs, low)))));
    }

    // The probability that at most this many pairs favour one, if both are the same.
    private static double AtMost((int Baseline, int Other) runs, int pairs)
    {
        IMannWhitneyCdf distribution = Math.Max(runs.Baseline, runs.Other) <= ExactRuns
            ? MannWhitneyLoefflerExactCdf.Instance
            : MannWhitneyEdgeworthApproxCdf.Instance;
        return pairs >= runs.Baseline * runs.Other
            ? 1
            : Math.Clamp(distribution.Cdf(runs.Baseline, runs.Other, pairs + 1), 0, 1); // that of fewer than this many
    }

    private static bool Apart((double Low, double High) one, (double Low, double High) other)
    {
        (double Low, double High) below = one.High < other.Low ? one : other;
        (double Low, double High) above = one.High < other.Low ? other : one;
        return below.Low > 0 && below.High < above.Low && above.Low * below.Low * above.Low >= below.High * below.High * above.High;
    }
}
