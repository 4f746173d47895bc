using Landspeed.Experiments.Load;

namespace Landspeed.Experiments.Tests.Load;

public sealed class FreshWatchTests
{
    private const long Most = 2_000_000_000; // parts of 100 MB
    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(250);

    [Fact]
    public void A_device_that_stays_as_fast_writes_everything()
    {
        (double seconds, FreshWatch watch) = Until(_ => 100e6);

        Assert.Equal(20, seconds);
        Assert.Equal((100e6, 100e6), (watch.First!.Value, watch.Last!.Value));
    }

    [Theory]
    [InlineData(0.79, 7)]
    [InlineData(0.5, 9)]
    [InlineData(0.81, 20)]
    public void Two_parts_that_are_a_fifth_slower_end_it(double share, double latest)
    {
        (double seconds, FreshWatch watch) = Until(at => at < 4 ? 100e6 : share * 100e6);

        Assert.InRange(seconds, share < 0.8 ? 6 : 20, share < 0.8 ? latest : 25);
        Assert.Equal(100e6, watch.First);
        Assert.Equal(share * 100e6, watch.Last!.Value, 1);
    }

    [Fact]
    public void One_slow_part_is_a_disturbance()
    {
        (double seconds, _) = Until(at => at is >= 4 and < 6 ? 50e6 : 100e6);

        Assert.Equal(21, seconds);
    }

    [Fact]
    public void Without_a_whole_part_no_rate_is_known()
    {
        var watch = new FreshWatch(Most);

        Assert.False(watch.Look(TimeSpan.FromSeconds(1), 99_999_999));
        Assert.Null(watch.First);
        Assert.False(watch.Look(TimeSpan.FromSeconds(2), 100_000_000));
        Assert.Equal(50e6, watch.First);
    }

    // Writes until all is written or the device is slower.
    private static (double Seconds, FreshWatch Watch) Until(Func<double, double> rate)
    {
        var watch = new FreshWatch(Most);
        double bytes = 0;
        TimeSpan elapsed = TimeSpan.Zero;
        while (bytes < Most)
        {
            bytes += rate(elapsed.TotalSeconds) * s_tick.TotalSeconds;
            elapsed += s_tick;
            if (watch.Look(elapsed, (long)bytes))
            {
                break;
            }
        }

        return (elapsed.TotalSeconds, watch);
    }
}
