using Landspeed.Experiments.Load;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Load;

public sealed class SteadyWatchTests
{
    private static readonly SteadyLimit s_limit = SteadyLimit.Usual; // rounds of 6 s
    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(250);

    [Fact]
    public void A_rate_that_does_not_change_is_steady_after_five_rounds()
    {
        (double seconds, SteadyRecord? record) = Until(_ => 500e6);

        Assert.Equal(30, seconds);
        Assert.NotNull(record);
        Assert.True(record.IsSteady);
        Assert.Equal((0L, 30_000_000_000L), (record.StartNs, record.DurationNs));
        Assert.Equal(5, record.RoundsBytesPerS.Count);
        Assert.All(record.RoundsBytesPerS, rate => Assert.Equal(500e6, rate, 1e-6));
        Assert.Equal(500e6, record.BytesPerS, 1e-6);
        Assert.Equal((0.0, 0.0), (record.ChangePct, record.RangePct));
    }

    // The cache of a solid-state disk fills: 1 to 2 GB/s for a minute, then 400 MB/s.
    [Fact]
    public void A_rate_that_falls_to_a_level_is_steady_when_five_rounds_are_on_it()
    {
        (double seconds, SteadyRecord? record) = Until(
            at => at >= 60 ? 400e6 : (int)(at / 6) % 2 == 0 ? 2e9 : 1e9);

        Assert.NotNull(record);
        Assert.True(record.IsSteady);
        Assert.Equal(90, seconds);
        Assert.Equal(400e6, record.BytesPerS, 1e-6);
        Assert.Equal(60_000_000_000, record.StartNs);
    }

    // A line through the rounds: 12 % over the window is too much, 8 % is not, up or down.
    [Theory]
    [InlineData(0.08, true)]
    [InlineData(-0.08, true)]
    [InlineData(0.12, false)]
    [InlineData(-0.12, false)]
    public void A_slow_rise_or_fall_counts_by_its_line(double change, bool isSteady)
    {
        // From the middle of the first round to that of the last.
        (double seconds, SteadyRecord? record) = Until(at => 100e6 * (1 + (change * (at - 15) / 24)), atMost: 30);

        Assert.Equal(30, seconds);
        Assert.Equal(isSteady, record!.IsSteady);
        Assert.InRange(record.ChangePct!.Value, (change * 100) - 0.5, (change * 100) + 0.5);
    }

    [Theory]
    [InlineData(0.09, true)]
    [InlineData(0.11, false)]
    public void Rounds_that_go_up_and_down_count_by_their_difference(double swing, bool isSteady)
    {
        // Up, down, up, down, up: no slope, but a difference of twice the swing.
        (double _, SteadyRecord? record) = Until(
            at => 100e6 * ((int)(at / 6) % 2 == 0 ? 1 + swing : 1 - swing), atMost: 30);

        Assert.Equal(isSteady, record!.IsSteady);
        Assert.InRange(record.ChangePct!.Value, -0.01, 0.01);
    }

    [Fact]
    public void Chance_within_a_round_does_not_matter()
    {
        var random = new Random(7);
        (double seconds, SteadyRecord? record) = Until(_ => 100e6 * (0.5 + random.NextDouble()));

        Assert.True(record!.IsSteady);
        Assert.InRange(seconds, 30, 60);
    }

    // No window of a rate that grows by 1 % per second is steady, however long it runs; nor is one where nothing moves.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_rate_that_keeps_growing_or_is_nothing_is_never_steady(bool grows)
    {
        (double seconds, SteadyRecord? record) = Until(at => grows ? 100e6 * Math.Pow(1.01, at) : 0, atMost: 600);

        Assert.Equal(600, seconds);
        Assert.False(record!.IsSteady);
        Assert.Equal(5, record.RoundsBytesPerS.Count);
        Assert.Equal(grows, record.RangePct > 20);
    }

    [Theory]
    [InlineData(5.9, 0)]
    [InlineData(29.9, 4)]
    public void A_run_of_fewer_rounds_is_not_steady(double seconds, int rounds)
    {
        (_, SteadyRecord? record) = Until(_ => 100e6, atMost: seconds);

        Assert.Equal(rounds, record?.RoundsBytesPerS.Count ?? 0);
        Assert.NotEqual(true, record?.IsSteady);
    }

    [Fact]
    public void A_round_that_is_looked_at_late_has_the_rate_of_its_whole_time()
    {
        var watch = new SteadyWatch(s_limit);
        double[] looks = [6, 14.5, 20.5, 33, 39];

        bool[] steady = [.. looks.Select(at => watch.Look(TimeSpan.FromSeconds(at), (long)(at * 100e6)))];

        Assert.Equal([false, false, false, false, true], steady);
        SteadyRecord record = watch.Last!;
        Assert.All(record.RoundsBytesPerS, rate => Assert.Equal(100e6, rate, 1e-3));
        Assert.Equal(39_000_000_000, record.DurationNs);
    }

    // Each look is up to a quarter of a second late; five rounds do not become a second longer for that.
    [Fact]
    public void Late_looks_do_not_add_up()
    {
        var watch = new SteadyWatch(new SteadyLimit(10, TimeSpan.FromSeconds(5)));
        double[] looks = [0.9, 1.15, 1.4, 1.9, 2.15, 2.9, 3.15, 3.9, 4.15, 4.9];

        Assert.All(looks, at => Assert.False(watch.Look(TimeSpan.FromSeconds(at), (long)(at * 100e6))));
        Assert.True(watch.Look(TimeSpan.FromSeconds(5), 500_000_000));
    }

    // Requests that are still in flight when it is decided take their time, and must not change what was decided.
    [Fact]
    public void What_was_steady_stays_so()
    {
        var watch = new SteadyWatch(s_limit);
        bool[] steady = [.. Enumerable.Range(1, 5).Select(at => watch.Look(at * TimeSpan.FromSeconds(6), at * 600L))];
        Assert.Equal([false, false, false, false, true], steady);
        SteadyRecord decided = watch.Last!;

        Assert.True(watch.Look(TimeSpan.FromSeconds(60), 3001));

        Assert.Equivalent(decided, watch.Last);
    }

    // Looks every quarter of a second, as a measurement does, at a run of this rate.
    private static (double Seconds, SteadyRecord? Record) Until(Func<double, double> bytesPerS, double atMost = 1000)
    {
        var watch = new SteadyWatch(s_limit);
        double bytes = 0;
        TimeSpan at = TimeSpan.Zero;
        while (at.TotalSeconds < atMost)
        {
            bytes += bytesPerS(at.TotalSeconds) * s_tick.TotalSeconds;
            at += s_tick;
            if (at.TotalSeconds <= atMost && watch.Look(at, (long)Math.Round(bytes)))
            {
                break;
            }
        }

        return (at.TotalSeconds, watch.Last);
    }
}
