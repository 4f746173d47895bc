using HdrHistogram;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Statistics;

/// <summary>Percentiles beside those of HdrHistogram and of the sorted array of the same latencies.</summary>
public class HdrHistogramTests
{
    private const long Hour = 3_600_000_000_000;

    // Four digits, and the upper end of a value's range: at most 0.01 % too large, and never too small.
    private const int Digits = 4;
    private const double ErrorOfHdr = 1e-4;

    // Bins are 1/128 of a power of two wide, and a percentile is the upper end of its bin.
    private const double StatedError = 1.0 / 128;

    [Fact]
    public void Percentiles_lie_within_the_stated_error_of_those_of_HdrHistogram_and_of_the_sorted_array()
    {
        var hdr = new LongHistogram(Hour, Digits);
        for (int seed = 1; seed <= 200; seed++)
        {
            var random = new Random(seed);
            long[] values = RandomLatencies.Make(random);
            var histogram = new LatencyHistogram();
            hdr.Reset();
            foreach (long value in values)
            {
                histogram.Record(value);
                hdr.RecordValue(value);
            }

            Assert.Equal(hdr.TotalCount, histogram.Count);
            long[] sorted = [.. values.Order()];
            for (int draw = 0; draw < 20; draw++)
            {
                Check(sorted, hdr, histogram, random.Next(1, 10_000) / 100m, $"start value {seed}");
            }
        }
    }

    [Fact]
    public void Merged_histograms_agree_with_added_ones_of_HdrHistogram()
    {
        var hdr = new LongHistogram(Hour, Digits);
        var part = new LongHistogram(Hour, Digits);
        for (int seed = 1; seed <= 50; seed++)
        {
            var random = new Random(seed);
            var histogram = new LatencyHistogram();
            hdr.Reset();
            List<long> all = [];
            for (int worker = 0; worker < 3; worker++)
            {
                long[] values = RandomLatencies.Make(random);
                var one = new LatencyHistogram();
                part.Reset();
                foreach (long value in values)
                {
                    one.Record(value);
                    part.RecordValue(value);
                }

                all.AddRange(values);
                histogram.Merge(one);
                hdr.Add(part);
            }

            Assert.Equal(hdr.TotalCount, histogram.Count);
            all.Sort();
            foreach (decimal percent in (decimal[])[10, 50, 90, 99, 99.9m])
            {
                Check([.. all], hdr, histogram, percent, $"start value {seed}");
            }
        }
    }

    // HdrHistogram rounds the rank of a percentile where we take the next larger one: it is asked for our rank's share.
    private static void Check(
        long[] sorted, LongHistogram hdr, LatencyHistogram histogram, decimal percent, string where)
    {
        long rank = (long)Math.Ceiling(percent / 100 * sorted.Length);
        long truth = sorted[rank - 1];
        long theirs = hdr.GetValueAtPercentile(100.0 * rank / sorted.Length);
        Assert.True(
            theirs >= truth && theirs - truth <= truth * ErrorOfHdr,
            $"{where}: p{percent} is {truth}, HdrHistogram says {theirs}");
        if (histogram.Percentile((double)percent) is { } ours)
        {
            Assert.True(
                ours >= truth && ours - truth <= truth * StatedError,
                $"{where}: p{percent} is {truth}, reported {ours}");
            Assert.True(
                ours >= theirs * (1 - ErrorOfHdr) && ours <= theirs * (1 + StatedError),
                $"{where}: p{percent} is {theirs} to HdrHistogram, reported {ours}");
        }
    }
}
