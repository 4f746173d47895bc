using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Judging;

public sealed class DifferenceTests
{
    [Theory]
    [InlineData(DifferenceKind.Less, new double[] { 50, 51, 52, 53, 54 }, new double[] { 100, 101, 102, 103, 104 })] // a clear win
    [InlineData(DifferenceKind.More, new double[] { 100, 101, 102, 103, 104 }, new double[] { 50, 51, 52, 53, 54 })]
    [InlineData(DifferenceKind.Equal, new double[] { 100, 101, 102, 102, 103 }, new double[] { 100, 100, 101, 102, 103 })] // a tie
    [InlineData(
        DifferenceKind.Inconclusive, new double[] { 80, 90, 100, 110, 120 }, new double[] { 85, 95, 105, 115, 125 })]
    [InlineData(DifferenceKind.Inconclusive, new double[] { 50 }, new double[] { 100 })] // one run knows no spread
    [InlineData(DifferenceKind.Less, new double[] { 10 }, new double[] { 100 })] // but no noise explains ten times
    [InlineData(DifferenceKind.Inconclusive, new double[] { 11 }, new double[] { 100 })]
    [InlineData(DifferenceKind.Inconclusive, new double[] { 0 }, new double[] { 0 })] // nothing is not many times nothing
    [InlineData(DifferenceKind.More, new double[] { 110, 600, 300 }, new double[] { 10, 100, 90 })] // of three runs three times, one above the other
    [InlineData(DifferenceKind.Inconclusive, new double[] { 100, 600, 300 }, new double[] { 10, 100, 90 })]
    [InlineData(DifferenceKind.Less, new double[] { 10, 11 }, new double[] { 100, 105 })] // many times: two runs tell
    [InlineData(DifferenceKind.Inconclusive, new double[] { 80, 84 }, new double[] { 100, 104 })] // a fifth: two do not
    [InlineData(DifferenceKind.Less, new double[] { 80, 82, 84 }, new double[] { 100, 102, 104 })] // three do
    [InlineData(DifferenceKind.Inconclusive, new double[] { 90, 92, 96 }, new double[] { 100, 102, 104 })]
    public void Two_values_differ_only_beyond_their_spread(object kind, double[] one, double[] other) =>
        Assert.Equal(kind, Difference.Of(MedianInterval.Of(one), MedianInterval.Of(other)).Kind);

    [Fact]
    public void What_differs_by_less_than_5_percent_is_equal_however_sure() =>
        Assert.Equal(DifferenceKind.Equal, Difference.Of(MedianInterval.Of([100, 100, 100, 100, 100]), MedianInterval.Of([104, 104, 104, 104, 104])).Kind);

    [Fact]
    public void It_is_stated_how_many_runs_would_tell()
    {
        Assert.Equal("inconclusive after 1 run; at least 5 would decide", Of([50], [100]).Inconclusive);
        Assert.Equal(
            "inconclusive after 3 runs; about 15 would decide", Of([90, 100, 110], [105, 115, 125]).Inconclusive);
        Assert.Equal(
            "inconclusive after 5 runs; not even 1,000 would decide",
            Of([10, 50, 100, 150, 190], [10, 50, 107, 150, 190]).Inconclusive);
    }

    [Fact]
    public void So_many_runs_of_the_same_spread_do_tell()
    {
        // Normal values of the same mean and deviation as those made.
        double[] quantiles = [.. Enumerable.Range(1, 60).Select(index => Quantile(index / 61.0))];
        Difference few = Of([.. Some(quantiles, 5).Select(value => 100 + (10 * value))], [.. Some(quantiles, 5).Select(value => 110 + (10 * value))]);
        int runs = few.RunsToDecide!.Value;

        Difference many = Of([.. Some(quantiles, runs).Select(value => 100 + (10 * value))], [.. Some(quantiles, runs).Select(value => 110 + (10 * value))]);

        Assert.Equal(DifferenceKind.Inconclusive, few.Kind);
        Assert.InRange(runs, 15, 60);
        Assert.Equal(DifferenceKind.Less, many.Kind);
    }

    private static Difference Of(double[] one, double[] other) => Difference.Of(MedianInterval.Of(one), MedianInterval.Of(other));

    private static IEnumerable<double> Some(double[] values, int count) =>
        Enumerable.Range(0, count).Select(index => values[(int)((index + 0.5) * values.Length / count)]);

    // Logistic approximation of the normal distribution.
    private static double Quantile(double share) => Math.Log(share / (1 - share)) / 1.702;
}
