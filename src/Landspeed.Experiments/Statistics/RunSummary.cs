namespace Landspeed.Experiments.Statistics;

/// <summary>Summarises repeated runs of one case: the median, their spread, and outliers.</summary>
public static class RunSummary
{
    /// <summary>Below this number of runs none counts as an outlier, 5.</summary>
    public const int SmallestForOutliers = 5;

    /// <summary>Modified z-score beyond which a run is an outlier, 3.5. Source: Iglewicz and Hoaglin, 1993.</summary>
    public const double OutlierScore = 3.5;

    /// <summary>Median absolute deviation of a normal distribution, in standard deviations.</summary>
    private const double NormalMedianDeviation = 0.6745;

    /// <summary>Mean absolute deviation of a normal distribution, in standard deviations.</summary>
    private const double NormalMeanDeviation = 0.7979;

    /// <summary>Summarises one value per run.</summary>
    /// <param name="values">Finite, in the order of the runs; one or more.</param>
    /// <returns>Median, smallest, largest, spread and outliers, in the unit of the values.</returns>
    /// <exception cref="ArgumentException">There is no value, or one of them is not finite.</exception>
    public static Spread Of(IReadOnlyList<double> values)
    {
        double median = Statistics.Median.Of(values);
        double min = values.Min();
        double max = values.Max();
        return new Spread(
            median,
            min,
            max,
            median == 0 ? 0 : (max - min) / Math.Abs(median) * 100,
            Outliers(values, median));
    }

    private static int[] Outliers(IReadOnlyList<double> values, double median)
    {
        if (values.Count < SmallestForOutliers)
        {
            return [];
        }

        double[] distances = [.. values.Select(value => Math.Abs(value - median))];
        double deviation = StandardDeviation(distances);
        return [.. Enumerable.Range(0, values.Count).Where(run => distances[run] > OutlierScore * deviation)];
    }

    /// <summary>
    /// Estimates the deviation so that a few outliers do not affect it; if more than half are equal the median is 0,
    /// but the mean is not.
    /// </summary>
    private static double StandardDeviation(double[] distances)
    {
        double median = Statistics.Median.Of(distances);
        return median > 0 ? median / NormalMedianDeviation : distances.Average() / NormalMeanDeviation;
    }
}

/// <summary>One value over several runs, in the unit of the values.</summary>
/// <param name="Median">The middle value.</param>
/// <param name="Min">Smallest.</param>
/// <param name="Max">Largest.</param>
/// <param name="SpreadPct">(Largest - smallest) / median × 100.</param>
/// <param name="OutlierRuns">Zero-based runs that are outliers: modified z-score on the median absolute deviation above
/// 3.5. They count in all values above. Empty for fewer than 5 runs.</param>
public sealed record Spread(double Median, double Min, double Max, double SpreadPct, IReadOnlyList<int> OutlierRuns);
