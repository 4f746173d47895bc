using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Observing;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Judging;

public sealed class PoolAccountTests
{
    [Fact]
    public void Items_are_counted_per_record()
    {
        Dictionary<Metric, double?> pool = Of(Seen(250, 2, 2), null, records: 100);

        Assert.Equal((250.0, 2.5), (pool[Metrics.PoolItems], pool[Metrics.PoolItemsPerRequest]));
    }

    [Fact]
    public void Work_without_records_has_no_items_per_record() =>
        Assert.Null(Of(Seen(5, 2, 2), null, records: 0)[Metrics.PoolItemsPerRequest]);

    [Theory]
    [InlineData(99, null)]
    [InlineData(100, 3000.0)]
    [InlineData(101, 3000.0)]
    public void The_mean_wait_is_given_from_a_hundred_items_on(int timed, double? wait)
    {
        PoolTally seen = Seen(timed, waitNs: 3000);

        Assert.Equal((wait, timed), (Of(Seen(5000, 2, 2), seen, 5000)[Metrics.PoolWait], seen.Timed));
        Assert.Equal(
            wait is null ? ["pool_wait_missing: 99 work items timed, 100 are needed"] : [],
            PoolAccount.WhyNoWait(seen).Select(fact => $"{fact.Key}: {fact.Value}"));
    }

    [Fact]
    public void Where_nothing_is_awaited_nothing_is_said_of_waits()
    {
        Dictionary<Metric, double?> pool = Of(Seen(0, 2, 2), null, 5000);

        Assert.Equal((null, null), (pool[Metrics.PoolWait], pool[Metrics.PoolItemsTimed]));
        Assert.Empty(PoolAccount.WhyNoWait(null));
    }

    [Theory]
    [InlineData(new[] { 2 }, 2, 2, 0)]
    [InlineData(new[] { 2 }, 4, 4, 2)] // the last one came after the last item
    [InlineData(new[] { 2, 3, 3, 5 }, 5, 5, 3)]
    [InlineData(new[] { 3, 4, 2, 4 }, 3, 4, 3)] // two left, two came anew
    public void Threads_are_the_most_that_were_seen_and_injected_are_those_that_came(int[] looks, int end, int most, int injected)
    {
        PoolTally seen = looks.Skip(1).Aggregate(new PoolTally(looks[0], looks[0]), (tally, threads) => tally.Saw(threads, 1));

        Dictionary<Metric, double?> pool = Of(Seen(10, looks[0], end), seen, 10);

        Assert.Equal(
            (looks[0], most, injected),
            (pool[Metrics.PoolThreadsAtStart], pool[Metrics.PoolThreadsMost], pool[Metrics.PoolThreadsInjected]));
    }

    [Fact]
    public void Without_looks_in_between_the_threads_are_those_at_start_and_end()
    {
        Dictionary<Metric, double?> pool = Of(Seen(0, 1, 3), null, 10);

        Assert.Equal((3.0, 2.0), (pool[Metrics.PoolThreadsMost], pool[Metrics.PoolThreadsInjected]));
    }

    private static PoolTally Seen(int timed, double waitNs) =>
        Enumerable.Range(0, timed).Aggregate(new PoolTally(2, 2), (tally, _) => tally.Saw(2, waitNs));

    private static Dictionary<Metric, double?> Of(Observed observed, PoolTally? seen, long records) =>
        PoolAccount.Of(observed, seen, records).ToDictionary(value => value.Metric, value => value.Value);

    private static Observed Seen(long items, int threadsAtStart, int threadsAtEnd) => new()
    {
        ElapsedNs = 1,
        Process = default,
        PoolItems = items,
        PoolThreadsAtStart = threadsAtStart,
        PoolThreadsAtEnd = threadsAtEnd,
    };
}
