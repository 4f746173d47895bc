using Landspeed.Experiments.Measuring;

namespace Landspeed.Experiments.Tests.Measuring;

public class WorkerTallyTests
{
    [Theory]
    [InlineData(WorkerTally.MaximumSamples - 1, 1)]
    [InlineData(WorkerTally.MaximumSamples, 1)]
    [InlineData(WorkerTally.MaximumSamples + 1, 2)]
    [InlineData(10 * WorkerTally.MaximumSamples, 16)]
    public void A_long_run_gets_longer_samples_and_loses_no_byte(int periods, int length)
    {
        const int Tick = 1000;
        var tally = new WorkerTally();
        tally.Begin(0, Tick);
        for (int period = 0; period < periods; period++)
        {
            tally.Count((period * Tick) + 1, 0, bytes: 10);
        }

        long[] bytes = new long[WorkerTally.MaximumSamples];
        long[] requests = new long[WorkerTally.MaximumSamples];
        int count = tally.AddSamplesTo(tally.SampleTicks, bytes, requests);

        Assert.Equal(length * Tick, tally.SampleTicks);
        Assert.Equal(periods, requests.Sum());
        Assert.Equal(10L * periods, bytes.Sum());
        Assert.Equal((periods + length - 1) / length, count);
        Assert.All(requests[..(count - 1)], inSample => Assert.Equal(length, inSample));
    }

    [Fact]
    public void Samples_of_different_lengths_add_up_in_the_longer_ones()
    {
        var tally = new WorkerTally();
        tally.Begin(0, 10);
        tally.Count(5, 0, 1);
        tally.Count(15, 0, 2);
        tally.Count(25, 0, 4);
        long[] bytes = new long[WorkerTally.MaximumSamples];

        Assert.Equal(2, tally.AddSamplesTo(20, bytes, new long[WorkerTally.MaximumSamples]));
        Assert.Equal([3, 4, 0], bytes[..3]);
    }

    [Theory]
    [InlineData(999, 0)]
    [InlineData(1000, 1000)]
    [InlineData(12_000, 12_000)]
    public void A_worker_that_completes_nothing_for_a_second_stalls(long ms, long expectedMs)
    {
        WorkerTally tally = Tally(0, 10, 10 + ms, 20 + ms);

        Assert.Equal(Ticks(expectedMs), WorkerTally.LongestStall([tally]));
    }

    [Fact]
    public void Before_the_first_request_is_completed_a_worker_may_stall_too() =>
        Assert.Equal(Ticks(3000), WorkerTally.LongestStall([Tally(0, 3000, 3001)]));

    [Fact]
    public void Several_workers_stall_while_none_of_them_completes_anything()
    {
        Assert.Equal(Ticks(4000), WorkerTally.LongestStall([Tally(0, 1000, 7000), Tally(0, 500, 3000, 9000)]));
        Assert.Equal(0, WorkerTally.LongestStall([Tally(0, 5000, 5001), Tally([0, .. Enumerable.Range(1, 51).Select(number => number * 100L)])]));
    }

    [Fact]
    public void A_worker_that_has_ended_does_not_hide_the_stall_of_another() =>
        Assert.Equal(Ticks(8000), WorkerTally.LongestStall([Tally(0, 1000), Tally(0, 500, 9000)]));

    [Fact]
    public void A_stall_of_the_phase_before_does_not_count()
    {
        WorkerTally tally = Tally(0, 5000);
        tally.Begin(Ticks(6000), 1000);
        tally.Count(Ticks(6001), 0, 1);

        Assert.Equal(0, WorkerTally.LongestStall([tally]));
    }

    [Fact]
    public void A_pause_leaves_empty_samples()
    {
        var tally = new WorkerTally();
        tally.Begin(0, 10);
        tally.Count(5, 0, 1);
        tally.Count(45, 0, 2);
        long[] bytes = new long[WorkerTally.MaximumSamples];

        Assert.Equal(5, tally.AddSamplesTo(10, bytes, new long[WorkerTally.MaximumSamples]));
        Assert.Equal([1, 0, 0, 0, 2], bytes[..5]);
    }

    private static long Ticks(long ms) => ms * System.Diagnostics.Stopwatch.Frequency / 1000;

    private static WorkerTally Tally(params long[] ms)
    {
        var tally = new WorkerTally();
        tally.Begin(Ticks(ms[0]), Ticks(1000));
        foreach (long completed in ms[1..])
        {
            tally.Count(Ticks(completed), Ticks(ms[0]), 1);
        }

        return tally;
    }
}
