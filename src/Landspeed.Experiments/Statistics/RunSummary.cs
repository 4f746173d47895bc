using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Statistics;

/// <summary>
/// What repeated runs of one case have in common: the median, how far they spread, which stand apart.
/// </summary>
public static class RunSummary
{
    /// <summary>Runs below which none can be said to stand apart, 5.</summary>
    public const int SmallestForOutliers = 5;

    /// <summary>Modified z-score beyond which a run stands apart, 3.5. Source: Iglewicz and Hoaglin, 1993.</summary>
    public const double OutlierScore = 3.5;

    /// <summary>Median absolute deviation of a normal distribution, in standard deviations.</summary>
    private const double NormalMedianDeviation = 0.6745;

    /// <summary>Mean absolute deviation of a normal distribution, in standard deviations.</summary>
    private const double NormalMeanDeviation = 0.7979;

    /// <summary>Sums up the runs of one case.</summary>
    /// <param name="runs">The runs, in order.</param>
    /// <returns>Null for fewer than two runs.</returns>
    public static SummaryRecord? OfRuns(IReadOnlyList<MeasurementRecord> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        if (runs.Count < 2)
        {
            return null;
        }

        double[] toReturn = [.. runs.Select(run => run.Transfer.ThroughputBytesPerS)];
        double[] toDurable = [.. runs.Select(run => run.Transfer.ThroughputToDurableBytesPerS).OfType<double>()];
        return new SummaryRecord
        {
            Runs = runs.Count,
            ThroughputBytesPerS = Of(toReturn),
            ThroughputToDurableBytesPerS = toDurable.Length == runs.Count ? Of(toDurable) : null,
        };
    }

    /// <summary>Sums up one value of each run.</summary>
    /// <param name="values">Finite, in the order of the runs; one or more.</param>
    /// <returns>Median, smallest, largest, spread and outliers, in the unit of the values.</returns>
    /// <exception cref="ArgumentException">There is none, or one of them is not finite.</exception>
    public static SpreadRecord Of(IReadOnlyList<double> values)
    {
        double median = Statistics.Median.Of(values);
        double min = values.Min();
        double max = values.Max();
        return new SpreadRecord
        {
            Median = median,
            Min = min,
            Max = max,
            SpreadPct = median == 0 ? 0 : (max - min) / Math.Abs(median) * 100,
            OutlierRuns = Outliers(values, median),
        };
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
    /// An estimate that a few far values do not move; when over half are equal the median says 0, the mean not.
    /// </summary>
    private static double StandardDeviation(double[] distances)
    {
        double median = Statistics.Median.Of(distances);
        return median > 0 ? median / NormalMedianDeviation : distances.Average() / NormalMeanDeviation;
    }
}
