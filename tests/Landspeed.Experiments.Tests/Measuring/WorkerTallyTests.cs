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
}
