using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using Landspeed.Results.MetricGroups;

namespace Landspeed.Experiments.Comparing;

/// <summary>
/// Determines what the changing speed of a virtual machine explains: two results that were not interleaved may differ
/// only because they were made at different times.
/// </summary>
/// <remarks>
/// The runs of one result share their minute, so their spread is not the spread between results. The more the runs of
/// one result spread, and the longer the time between the results, the more these differ: measured with 60 pairs for
/// each time on two machines, and rounded up. docs/decisions/comparing.md has the measurements.
/// </remarks>
internal sealed class SpeedDrift
{
    // Up to this time between the results, 95 % of the intervals of equal things end within this many standard
    // deviations of the runs, on the worse of two machines.
    private static readonly (TimeSpan Longest, double Deviations)[] s_drift =
        [(TimeSpan.FromSeconds(10), 2.5), (TimeSpan.FromMinutes(1), 3), (TimeSpan.MaxValue, 5)];

    // Runs that are closer to each other have not met what changes the speed.
    private const double LeastDeviation = 0.01;

    private readonly double _deviations;

    /// <summary>Initialises the limits for a time between two results.</summary>
    /// <param name="between">From the end of the earlier result to the start of the later one.</param>
    internal SpeedDrift(TimeSpan between) => _deviations = s_drift.First(one => between <= one.Longest).Deviations;

    /// <summary>Returns the time between two results, 0 if they overlap.</summary>
    internal static TimeSpan Between(ResultDocument one, ResultDocument other)
    {
        (ResultDocument first, ResultDocument second) = one.StartedAt <= other.StartedAt ? (one, other) : (other, one);
        double measuredNs = first.Cells.SelectMany(cell => cell.Runs).Sum(run => run[Metrics.Elapsed] ?? 0);
        double betweenNs = (second.StartedAt - first.StartedAt).TotalNanoseconds - measuredNs;
        return TimeSpan.FromMicroseconds(Math.Max(0, betweenNs) / 1000);
    }

    /// <summary>Tells whether the changing speed alone explains the difference of a metric.</summary>
    /// <param name="metric">A metric of which one direction is an improvement.</param>
    /// <param name="one">The baseline's runs.</param>
    /// <param name="other">The other's runs.</param>
    /// <param name="ratio">The size of the difference.</param>
    /// <returns>True for a rate, time, latency or number of waits whose interval excludes 1, but by no more than the
    /// speed may have changed.</returns>
    internal bool Explains(Metric metric, double[] one, double[] other, RatioInterval ratio)
    {
        double least = ratio.Low > 1 ? ratio.Low : ratio.High < 1 ? 1 / ratio.High : 1;
        return ChangesWithSpeed(metric) && least > 1 && double.IsFinite(least)
            && Math.Log(least) <= _deviations * Math.Max(LeastDeviation, Deviation(one, other));
    }

    // Who waits for each request waits as often as requests end.
    private static bool ChangesWithSpeed(Metric metric) =>
        ComparedMetric.GroupOf(metric) == MetricGroup.Rate || metric == Metrics.VoluntarySwitches;

    // Of the logarithms: a rate and its time have the same.
    private static double Deviation(double[] one, double[] other) => Math.Sqrt((Variance(one) + Variance(other)) / 2);

    private static double Variance(double[] values)
    {
        if (values.Length < 2 || values.Any(value => value <= 0))
        {
            return 0;
        }

        double mean = values.Average(Math.Log);
        return values.Sum(value => Math.Pow(Math.Log(value) - mean, 2)) / (values.Length - 1);
    }
}
