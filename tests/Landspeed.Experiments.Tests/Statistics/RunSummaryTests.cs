using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Statistics;

public class RunSummaryTests
{
    [Theory]
    [InlineData(new double[] { 7 }, 7)]
    [InlineData(new double[] { 9, 1 }, 5)]
    [InlineData(new double[] { 3, 1, 2 }, 2)]
    [InlineData(new double[] { 4, 1, 3, 2 }, 2.5)]
    public void The_median_is_the_middle(double[] values, double median) => Assert.Equal(median, Median.Of(values));

    [Fact]
    public void A_median_of_nothing_or_of_NaN_is_refused()
    {
        Assert.Throws<ArgumentException>(() => Median.Of([]));
        Assert.Throws<ArgumentException>(() => Median.Of([1, double.NaN]));
        Assert.Throws<ArgumentException>(() => RunSummary.Of([]));
    }

    [Fact]
    public void Median_limits_and_spread_are_reported()
    {
        Spread spread = RunSummary.Of([100, 90, 110, 98, 102]);

        Assert.Equal((100, 90, 110, 20), (spread.Median, spread.Min, spread.Max, spread.SpreadPct));
        Assert.Empty(spread.OutlierRuns);
    }

    [Fact]
    public void A_run_that_stands_apart_is_marked_and_still_counts()
    {
        Spread spread = RunSummary.Of([100, 101, 40, 99, 100.5]);

        Assert.Equal([2], spread.OutlierRuns);
        Assert.Equal(40, spread.Min);
    }

    [Fact]
    public void Where_most_runs_are_equal_a_far_one_is_still_marked() =>
        Assert.Equal([5], RunSummary.Of([100, 100, 100, 100, 100, 50]).OutlierRuns);

    [Fact]
    public void Equal_runs_have_no_outlier() => Assert.Empty(RunSummary.Of([5, 5, 5, 5, 5]).OutlierRuns);

    [Fact]
    public void Fewer_than_five_runs_mark_none()
    {
        Assert.Empty(RunSummary.Of([100, 100.1, 100.2, 1]).OutlierRuns);
        Assert.NotEmpty(RunSummary.Of([100, 100.1, 100.2, 100.3, 1]).OutlierRuns);
    }

    [Fact]
    public void Runs_of_zero_throughput_have_no_spread() => Assert.Equal(0, RunSummary.Of([0, 0]).SpreadPct);
}
