using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Statistics;

public class LatencyHistogramTests
{
    private const long Hour = 3_600_000_000_000;

    [Fact]
    public void An_empty_histogram_says_nothing()
    {
        var histogram = new LatencyHistogram();

        Assert.Equal(0, histogram.Count);
        Assert.Null(histogram.Percentile(50));
        Assert.Null(histogram.ToRecord());
        Assert.Empty(histogram.Bins());
        Assert.Equal(0, histogram.MeanNs);
        Assert.Equal(0, histogram.StandardDeviationNs);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(Hour - 1)]
    [InlineData(Hour)]
    public void A_latency_in_range_is_not_saturated(long ns)
    {
        var histogram = new LatencyHistogram();
        histogram.Record(ns);

        Assert.Equal((1L, 0L, ns, ns), (histogram.Count, histogram.Saturated, histogram.MinNs, histogram.MaxNs));
        Assert.Equal(1, Assert.Single(histogram.Bins()).Count);
    }

    [Theory]
    [InlineData(Hour + 1)]
    [InlineData(long.MaxValue)]
    public void A_latency_above_one_hour_counts_as_one_hour_and_is_reported(long ns)
    {
        var histogram = new LatencyHistogram();
        histogram.Record(5, 19);
        histogram.Record(ns, 81);
        LatencyRecord record = histogram.ToRecord()!;

        Assert.Equal(81, record.Saturated);
        Assert.Equal(ns, record.MaxNs);
        Assert.Equal(Hour, record.P50Ns);
        Assert.Equal(new LatencyBin(Hour, 81), record.Bins[^1]);
        Assert.Equal(((81 * (double)Hour) + 95) / 100, record.MeanNs, 1.0);
    }

    [Fact]
    public void When_all_are_above_one_hour_so_is_the_smallest()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(Hour + 7, 20);

        Assert.Equal(Hour + 7, histogram.MinNs);
        Assert.Equal(Hour, histogram.Percentile(50));
    }

    [Fact]
    public void A_negative_latency_or_count_is_refused_and_changes_nothing()
    {
        var histogram = new LatencyHistogram();

        Assert.Throws<ArgumentOutOfRangeException>(() => histogram.Record(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => histogram.Record(-1, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => histogram.Record(1, -1));
        Assert.Equal(0, histogram.Count);
        Assert.Equal(0, histogram.SumNs);
    }

    [Fact]
    public void More_samples_than_can_be_counted_are_refused_and_change_nothing()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(1, long.MaxValue);

        Assert.Throws<OverflowException>(() => histogram.Record(1));
        Assert.Throws<OverflowException>(() => histogram.Record(1, 1));
        Assert.Throws<OverflowException>(() => histogram.Merge(histogram));
        Assert.Equal(long.MaxValue, histogram.Count);
        Assert.Equal(1, histogram.MeanNs);
    }

    [Theory]
    [InlineData(50, 20)]
    [InlineData(90, 100)]
    [InlineData(10, 100)]
    [InlineData(99, 1_000)]
    [InlineData(99.9, 10_000)]
    [InlineData(99.99, 100_000)]
    public void A_percentile_needs_enough_samples_behind_it(double percent, int needed)
    {
        var histogram = new LatencyHistogram();
        histogram.Record(100, needed - 1);
        Assert.Null(histogram.Percentile(percent));
        histogram.Record(100);
        Assert.Equal(100, histogram.Percentile(percent));
        histogram.Record(100);
        Assert.Equal(100, histogram.Percentile(percent));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    public void A_percentile_outside_its_range_is_refused(double percent) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new LatencyHistogram().Percentile(percent));

    [Fact]
    public void Percentiles_mean_and_deviation_agree_with_a_sorted_array()
    {
        for (int seed = 1; seed <= 200; seed++)
        {
            long[] values = RandomLatencies.Make(new Random(seed));
            var histogram = new LatencyHistogram();
            foreach (long value in values)
            {
                histogram.Record(value);
            }

            SortedArrayOracle.Check(values, histogram, $"start value {seed}");
        }
    }

    [Fact]
    public void Merged_parts_equal_the_whole()
    {
        for (int seed = 1; seed <= 100; seed++)
        {
            var random = new Random(seed);
            LatencyHistogram[] parts = [new(), new(), new()];
            var whole = new LatencyHistogram();
            foreach (long value in RandomLatencies.Make(random))
            {
                long latency = random.Next(1000) == 0 ? Hour + value : value;
                parts[random.Next(parts.Length)].Record(latency);
                whole.Record(latency);
            }

            var merged = new LatencyHistogram();
            foreach (LatencyHistogram part in parts)
            {
                merged.Merge(part);
            }

            Assert.True(Same(whole, merged), $"start value {seed}: {whole.ToRecord()} is not {merged.ToRecord()}");
        }
    }

    [Fact]
    public void Two_threads_record_into_their_own_and_are_merged()
    {
        LatencyHistogram[] parts = [new(), new()];
        Thread[] threads = [.. parts.Select((part, index) => new Thread(() => RecordMany(part, index)))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        parts[0].Merge(parts[1]);

        var whole = new LatencyHistogram();
        RecordMany(whole, 0);
        RecordMany(whole, 1);
        Assert.True(Same(whole, parts[0]));
    }

    [Fact]
    public void A_cleared_histogram_is_as_new()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(Hour + 1);
        histogram.Record(12);
        histogram.Clear();
        Assert.Null(histogram.ToRecord());

        var fresh = new LatencyHistogram();
        fresh.Record(77);
        histogram.Record(77);
        Assert.True(Same(fresh, histogram));
    }

    [Fact]
    public void A_small_spread_about_a_large_mean_keeps_its_digits()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(Hour - 2, 1_000_000);
        histogram.Record(Hour, 1_000_000);

        Assert.Equal(Hour - 1, histogram.MeanNs);
        Assert.Equal(1, histogram.StandardDeviationNs, 1e-9);
    }

    [Fact]
    public void Recording_allocates_nothing()
    {
        var histogram = new LatencyHistogram();
        RecordMany(histogram, 1);
        Allocation.AssertNoneHere(() =>
        {
            for (long ns = 0; ns < 100_000; ns++)
            {
                histogram.Record(ns * ns);
            }
        });
    }

    private static void RecordMany(LatencyHistogram histogram, int seed)
    {
        var random = new Random(seed);
        for (int sample = 0; sample < 50_000; sample++)
        {
            histogram.Record(random.NextInt64(1, 10_000_000));
        }
    }

    private static bool Same(LatencyHistogram left, LatencyHistogram right)
    {
        LatencyRecord one = left.ToRecord()!;
        LatencyRecord other = right.ToRecord()!;
        return (one with { Bins = other.Bins }) == other && one.Bins.SequenceEqual(other.Bins);
    }
}
