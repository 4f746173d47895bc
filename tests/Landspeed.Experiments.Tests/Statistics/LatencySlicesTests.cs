using Landspeed.Experiments.Statistics;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Statistics;

public class LatencySlicesTests
{
    private const double Error = 1.0 / 16;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Each_slice_has_the_percentiles_of_its_requests_however_long_the_run_becomes(int seed)
    {
        // 128 slices of 10, which become 40 and 80: 5,000 is more than 128 × 20, and less than 128 × 40.
        var random = new Random(seed);
        (long At, long Ns)[] requests =
        [
            .. Enumerable.Range(0, 60_000)
                .Select(_ => (random.NextInt64(5_000), (long)Math.Pow(2, random.NextDouble() * 43)))
                .OrderBy(request => request.Item1),
        ];
        LatencySlices slices = Of(requests);

        Assert.Equal(40, slices.Length);
        Assert.Equal(125, slices.Count);
        AssertAre(requests, slices);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(5)]
    public void Those_of_several_workers_are_added_even_if_one_ended_long_before(int seed)
    {
        var random = new Random(seed);
        (long At, long Ns)[] requests =
        [
            .. Enumerable.Range(0, 50_000).Select(_ => (random.NextInt64(4_000), random.NextInt64(1, 1_000_000)))
                .Distinct().OrderBy(request => request.Item1),
        ];
        (long At, long Ns)[] early = [.. requests.Where(request => request.At < 1_000 && request.Ns % 2 == 0)];

        (long At, long Ns)[] others = [.. requests.Except(early)];
        LatencySlices first = Of(early);
        first.Merge(Of(others));
        LatencySlices second = Of(others);
        second.Merge(Of(early));

        foreach (LatencySlices all in new[] { first, second })
        {
            Assert.Equal(40, all.Length);
            AssertAre(requests, all);
        }
    }

    [Fact]
    public void A_second_phase_begins_with_nothing()
    {
        LatencySlices slices = Of([(0, 1_000_000), (1_279, 5)]);
        var counted = new LatencyHistogram();
        slices.Begin(50, 10);
        Record(slices, counted, 55, 7);
        Record(slices, counted, 1_000, 300);
        slices.Close(counted);

        Assert.Equal((1, null, null, 7L), slices.Of(0));
        Assert.All(Enumerable.Range(1, slices.Count - 2), slice => Assert.Equal((0, null, null, 0L), slices.Of(slice)));
        Assert.Equal((1, null, null, 303L), slices.Of(slices.Count - 1));
    }

    [Fact]
    public void Percentiles_need_as_many_requests_as_those_of_a_whole_run()
    {
        Assert.Null(Of([.. Enumerable.Repeat((0L, 100L), 19)]).Of(0).P50Ns);
        Assert.Equal(103, Of([.. Enumerable.Repeat((0L, 100L), 20)]).Of(0).P50Ns);
        Assert.Null(Of([.. Enumerable.Repeat((0L, 100L), 999)]).Of(0).P99Ns);
        Assert.Equal(103, Of([.. Enumerable.Repeat((0L, 100L), 1000)]).Of(0).P99Ns);
    }

    [Fact]
    public void Counting_does_not_allocate()
    {
        var slices = new LatencySlices();
        var counted = new LatencyHistogram();
        slices.Begin(0, 10);
        Record(slices, counted, 1, 1);

        Allocation.AssertNoneHere(() =>
        {
            slices.Begin(0, 10);
            for (int at = 0; at < 10_000; at++)
            {
                Record(slices, counted, at, at * 1000L);
            }
        });
    }

    private static LatencySlices Of((long At, long Ns)[] requests)
    {
        var slices = new LatencySlices();
        var counted = new LatencyHistogram();
        slices.Begin(0, 10);
        foreach ((long at, long ns) in requests)
        {
            Record(slices, counted, at, ns);
        }

        slices.Close(counted);
        return slices;
    }

    private static void Record(LatencySlices slices, LatencyHistogram counted, long at, long ns)
    {
        slices.Advance(at, counted);
        counted.Record(ns);
    }

    private static void AssertAre((long At, long Ns)[] requests, LatencySlices slices)
    {
        var bySlice = requests.ToLookup(request => request.At / slices.Length, request => request.Ns);
        for (int slice = 0; slice < slices.Count; slice++)
        {
            long[] sorted = [.. bySlice[slice].Order()];
            (long many, long? p50, long? p99, long longest) = slices.Of(slice);

            Assert.Equal(sorted.Length, many);
            AssertNear(sorted[^1], longest);
            AssertNear(sorted[((sorted.Length + 1) / 2) - 1], p50!.Value);
            Assert.Equal(sorted.Length >= 1000, p99 is not null);
        }
    }

    private static void AssertNear(long exact, long found) =>
        Assert.InRange(found, Math.Min(exact, LatencyHistogram.LargestNs), Math.Max(exact + 7, exact * (1 + Error)));
}
