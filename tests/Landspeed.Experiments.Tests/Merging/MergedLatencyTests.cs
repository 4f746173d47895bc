using Landspeed.Experiments.Merging;
using Landspeed.Experiments.Statistics;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Merging;

public class MergedLatencyTests
{
    [Fact]
    public void The_merged_histogram_is_that_of_all_samples()
    {
        for (ulong seed = 1; seed <= 60; seed++)
        {
            Random random = SeededRandom.Of(seed);
            var all = new LatencyHistogram();
            LatencyHistogram[] ranks = [.. Enumerable.Range(0, random.Next(1, 9)).Select(_ => new LatencyHistogram())];
            for (int sample = random.Next(1, 30_000); sample > 0; sample--)
            {
                long ns = (long)Math.Exp(random.NextDouble() * Math.Log(5e12)); // some above an hour
                ranks[random.Next(ranks.Length)].Record(ns);
                all.Record(ns);
            }

            LatencyRecord expected = all.ToRecord()!;
            LatencyRecord merged = MergedLatency.Of([.. ranks.Select(rank => rank.ToRecord()).OfType<LatencyRecord>()])!;

            string repeat = FormattableString.Invariant($"seed {seed}");
            Assert.True(expected.Bins.SequenceEqual(merged.Bins), repeat);
            Assert.Equal(
                expected with { Bins = [], MeanNs = 0, StandardDeviationNs = 0 }, merged with { Bins = expected.Bins is null ? [] : [], MeanNs = 0, StandardDeviationNs = 0 });
            Assert.Equal(1, merged.MeanNs / expected.MeanNs, 1e-9);
            Assert.Equal(expected.StandardDeviationNs, merged.StandardDeviationNs, expected.MeanNs * 1e-9);
        }
    }

    [Fact]
    public void Of_no_rank_there_is_none() => Assert.Null(MergedLatency.Of([]));
}
