using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Statistics;

/// <summary>What a histogram says, found by sorting.</summary>
internal static class SortedArrayOracle
{
    private static readonly (decimal Percent, int Needed)[] Percentiles =
        [(1, 1_000), (10, 100), (25, 40), (50, 20), (75, 40), (90, 100), (99, 1_000), (99.9m, 10_000), (99.99m, 100_000)];

    public static void Check(long[] values, LatencyHistogram histogram, string where)
    {
        long[] sorted = [.. values.Order()];
        Assert.Equal((sorted.Length, sorted[0], sorted[^1]), (histogram.Count, histogram.MinNs, histogram.MaxNs));
        foreach ((decimal percent, int needed) in Percentiles)
        {
            long? reported = histogram.Percentile((double)percent);
            long truth = sorted[(int)Math.Ceiling(percent / 100 * sorted.Length) - 1];
            Assert.True((reported is null) == (sorted.Length < needed), $"{where}: p{percent} of {sorted.Length}");
            Assert.True(
                reported is null || (reported >= truth && reported - truth <= truth * 0.01),
                $"{where}: p{percent} of {sorted.Length} is {truth}, reported {reported}");
        }

        double mean = values.Average(value => (double)value);
        double deviation = Math.Sqrt(values.Average(value => (value - mean) * (value - mean)));
        Assert.True(Math.Abs(histogram.MeanNs - mean) <= (mean * 1e-9) + 1e-9, $"{where}: mean {mean}");
        Assert.True(
            Math.Abs(histogram.StandardDeviationNs - deviation) <= (mean * 1e-6) + 1e-6,
            $"{where}: deviation {deviation}, reported {histogram.StandardDeviationNs}");
        Assert.Equal(sorted.Length, histogram.Bins().Sum(bin => bin.Count));
    }
}
