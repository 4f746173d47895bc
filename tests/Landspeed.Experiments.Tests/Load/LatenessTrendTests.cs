using Landspeed.Experiments.Load;

namespace Landspeed.Experiments.Tests.Load;

public sealed class LatenessTrendTests
{
    private const long Second = 1_000_000_000;

    [Theory]
    [InlineData(10)]
    [InlineData(100)]
    [InlineData(100_000)]
    public void Lateness_that_grows_over_the_run_is_a_trend(int seconds) =>
        Assert.True(Of(seconds, ns => ns / 10).IsRising());

    [Theory]
    [InlineData(10)]
    [InlineData(100)]
    [InlineData(100_000)]
    public void Lateness_that_varies_by_chance_is_none(int seconds)
    {
        var random = new Random(5);
        Assert.False(Of(seconds, _ => random.Next(1_000_000)).IsRising());
    }

    [Fact]
    public void A_stall_near_the_end_is_no_trend()
    {
        var random = new Random(5);
        Assert.False(Of(100, ns => ns > 99 * Second ? Second : random.Next(1_000_000)).IsRising());
    }

    [Fact]
    public void A_short_run_shows_none() => Assert.False(Of(5, ns => ns).IsRising());

    [Fact]
    public void A_worker_alone_has_the_trend_that_it_has()
    {
        LatenessTrend all = new();
        all.Merge(Of(8, ns => ns / 10));

        Assert.True(all.IsRising());
    }

    [Fact]
    public void Workers_are_taken_together_whatever_the_length_of_their_parts()
    {
        LatenessTrend all = new();
        all.Merge(Of(1000, ns => ns / 10));
        all.Merge(Of(10, ns => ns / 10));
        LatenessTrend reversed = new();
        reversed.Merge(Of(10, ns => ns / 10));
        reversed.Merge(Of(1000, ns => ns / 10));

        Assert.True(all.IsRising());
        Assert.True(reversed.IsRising());
        Assert.False(new LatenessTrend().IsRising());
    }

    private static LatenessTrend Of(int seconds, Func<long, long> lateness)
    {
        var trend = new LatenessTrend();
        trend.Begin(Second);
        for (long request = 0; request < 10_000; request++)
        {
            long due = (long)((double)request / 10_000 * seconds * Second);
            trend.Count(due, lateness(due));
        }

        return trend;
    }
}
