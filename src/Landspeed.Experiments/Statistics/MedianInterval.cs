using Landspeed.Results;

namespace Landspeed.Experiments.Statistics;

/// <summary>Computes the median of a few values, and how well they determine the true one.</summary>
/// <remarks>
/// The interval is between two order statistics, so it holds for any distribution: the true median is outside it only
/// if nearly all values fell on one side, and each falls on either side with equal probability. It assumes that the
/// values are independent. Source: David and Nagaraja, Order Statistics, 7.1.
/// </remarks>
public static class MedianInterval
{
    /// <summary>Minimum coverage of the interval, if there are enough values, 95 %.</summary>
    public const double WantedPct = 95;

    /// <summary>
    /// Maximum number of values, 1,000: far beyond, 0.5 to the power of their number no longer fits in a double.
    /// </summary>
    public const int MostValues = 1_000;

    /// <summary>Summarises one value per run.</summary>
    /// <param name="values">1 to 1,000 finite numbers in the order of the runs; not changed.</param>
    /// <returns>The median with the narrowest pair of order statistics, equally far from both ends, that contains the
    /// true median with 95 % or more; with fewer than 6 values, for which no pair does, the smallest and the largest
    /// with their coverage; limits, spread and outliers as in <see cref="RunSummary"/>. In the unit of the
    /// values.</returns>
    /// <exception cref="ArgumentException">There is no value, or one of them is not finite.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There are more than 1,000.</exception>
    /// <remarks>Thread-safe. Sorts a copy.</remarks>
    public static IntervalRecord Of(IReadOnlyList<double> values)
    {
        Spread spread = RunSummary.Of(values);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(values.Count, MostValues, nameof(values));
        double[] sorted = [.. values.Order()];
        (int rank, double confidencePct) = Narrowest(sorted.Length);
        return new IntervalRecord
        {
            Runs = sorted.Length,
            Median = spread.Median,
            Low = sorted[rank],
            High = sorted[^(rank + 1)],
            ConfidencePct = sorted.Length == 1 ? null : confidencePct,
            Min = spread.Min,
            Max = spread.Max,
            SpreadPct = spread.SpreadPct,
            OutlierRuns = spread.OutlierRuns,
        };
    }

    /// <summary>Returns the probability that at most this many of some coins show heads.</summary>
    internal static double AtMost(int count, int heads)
    {
        double exactly = Math.ScaleB(1, -count);
        double atMost = exactly;
        for (int head = 0; head < heads; head++)
        {
            exactly = exactly * (count - head) / (head + 1);
            atMost += exactly;
        }

        return Math.Min(1, atMost);
    }

    /// <summary>
    /// Returns the narrowest pair of order statistics that covers 95 %, by its zero-based rank from either end, or both
    /// ends if there is none.
    /// </summary>
    /// <remarks>Coverage of rank k of n: 1 - 2 P(at most k of n coins show heads). n = 6: rank 0 has 96.9 %, rank 1 has 78.1 %.</remarks>
    internal static (int Rank, double ConfidencePct) Narrowest(int count)
    {
        int rank = 0;
        while (CoverPct(rank + 1) >= WantedPct)
        {
            rank++;
        }

        return (rank, CoverPct(rank));

        double CoverPct(int heads) => 100 * (1 - (2 * AtMost(count, heads)));
    }
}
