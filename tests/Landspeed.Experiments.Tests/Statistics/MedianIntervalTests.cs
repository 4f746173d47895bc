using System.Numerics;
using Landspeed.Experiments.Statistics;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Statistics;

public class MedianIntervalTests
{
    private const int Trials = 40_000;

    [Fact]
    public void A_single_value_is_its_own_interval_and_nobody_knows_how_sure()
    {
        IntervalRecord interval = MedianInterval.Of([7]);

        Assert.Equal((1, 7, 7, 7, null), (interval.Runs, interval.Median, interval.Low, interval.High, interval.ConfidencePct));
        Assert.Equal((7, 7, 0), (interval.Min, interval.Max, interval.SpreadPct));
    }

    [Theory]
    [InlineData(new double[] { 4, 1 }, 50)]
    [InlineData(new double[] { 2, 1, 4 }, 75)]
    [InlineData(new double[] { 4, 3, 2, 1 }, 87.5)]
    [InlineData(new double[] { 3, 1, 2, 1, 4 }, 93.75)]
    [InlineData(new double[] { 3, 1, 2, 1, 4, 4 }, 96.875)]
    public void Up_to_six_values_the_interval_spans_them_all(double[] values, double confidencePct)
    {
        IntervalRecord interval = MedianInterval.Of(values);

        Assert.Equal((1, 4, confidencePct), (interval.Low, interval.High, interval.ConfidencePct));
    }

    [Theory]
    [InlineData(8, 1, 8)]
    [InlineData(9, 2, 8)]
    [InlineData(10, 2, 9)]
    [InlineData(20, 6, 15)]
    [InlineData(30, 10, 21)]
    [InlineData(50, 18, 33)]
    public void Ranks_are_those_of_published_tables(int count, int low, int high)
    {
        // Source of the ranks: Hollander and Wolfe, Nonparametric Statistical Methods, sign test, 5 % two-sided.
        IntervalRecord interval = MedianInterval.Of([.. Enumerable.Range(1, count).Select(value => (double)value).Reverse()]);

        Assert.Equal((low, high), (interval.Low, interval.High));
    }

    /// <summary>
    /// Each value falls below or above the true median like a coin. All outcomes of the coins are walked
    /// through, and those counted in which the true median lies between the ranks of an interval.
    /// </summary>
    [Fact]
    public void Coverage_is_what_counting_all_outcomes_gives_and_no_narrower_pair_has_enough()
    {
        for (int count = 2; count <= 16; count++)
        {
            IntervalRecord interval = MedianInterval.Of([.. Enumerable.Range(0, count).Select(rank => (double)rank)]);

            Assert.Equal(CountedPct(count, (int)interval.Low, (int)interval.High), interval.ConfidencePct!.Value, 1e-9);
            Assert.Equal(count - 1, interval.Low + interval.High);
            Assert.True(interval.ConfidencePct >= 95 || interval.Low == 0, $"{count} values");
            Assert.True(
                interval.Low + 1 > interval.High - 1 || CountedPct(count, (int)interval.Low + 1, (int)interval.High - 1) < 95,
                $"{count} values have a narrower interval");
        }
    }

    [Theory]
    [InlineData(3)]
    [InlineData(5)]
    [InlineData(7)]
    [InlineData(25)]
    public void The_interval_holds_the_true_median_as_often_as_it_says(int count)
    {
        // A skewed distribution, whose median is ln 2: an interval from mean and deviation would miss it.
        const int Seed = 20041236;
        Random random = new(Seed);
        int held = 0;
        double confidencePct = 0;
        for (int trial = 0; trial < Trials; trial++)
        {
            IntervalRecord interval = MedianInterval.Of([.. Enumerable.Range(0, count).Select(_ => -Math.Log(1 - random.NextDouble()))]);
            held += interval.Low <= Math.Log(2) && Math.Log(2) <= interval.High ? 1 : 0;
            confidencePct = interval.ConfidencePct!.Value;
        }

        // Four standard deviations of the share of 40,000 trials are below 0.9 % of them.
        Assert.True(Math.Abs((100.0 * held / Trials) - confidencePct) < 0.9, $"seed {Seed}: {held} of {Trials}, {confidencePct} %");
    }

    [Fact]
    public void The_most_values_still_have_a_coverage_of_95_percent_and_little_more()
    {
        IntervalRecord interval = MedianInterval.Of([.. Enumerable.Range(0, MedianInterval.MostValues).Select(rank => (double)rank)]);

        // The normal approximation: 500 ± 1.96 × 15.8.
        Assert.InRange(interval.Low, 466, 470);
        Assert.InRange(interval.ConfidencePct!.Value, 95, 95.5);
        Assert.Throws<ArgumentOutOfRangeException>(() => MedianInterval.Of(new double[MedianInterval.MostValues + 1]));
    }

    [Fact]
    public void Limits_spread_and_outliers_are_those_of_a_summary_of_runs()
    {
        double[] values = [100, 101, 40, 99, 100.5, 100.2, 99.5, 100.1];
        IntervalRecord interval = MedianInterval.Of(values);
        Spread spread = RunSummary.Of(values);

        Assert.Equal([2], interval.OutlierRuns);
        Assert.Equal(spread.OutlierRuns, interval.OutlierRuns);
        Assert.Equal((spread.Median, spread.Min, spread.Max, spread.SpreadPct), (interval.Median, interval.Min, interval.Max, interval.SpreadPct));
    }

    [Fact]
    public void Nothing_and_what_is_not_finite_are_refused()
    {
        Assert.Throws<ArgumentException>(() => MedianInterval.Of([]));
        Assert.Throws<ArgumentException>(() => MedianInterval.Of([1, double.NaN]));
        Assert.Throws<ArgumentException>(() => MedianInterval.Of([double.PositiveInfinity]));
    }

    private static double CountedPct(int count, int low, int high)
    {
        int held = 0;
        for (uint outcome = 0; outcome < 1u << count; outcome++)
        {
            // As many values as coins show heads lie below the median: it is between ranks low and high when rank low is
            // below it and rank high is not.
            int below = BitOperations.PopCount(outcome);
            held += below > low && below <= high ? 1 : 0;
        }

        return 100.0 * held / (1u << count);
    }
}
