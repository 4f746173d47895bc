using Landspeed.Experiments.Statistics;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Statistics;

public class StallClockTests
{
    private readonly HandClock _time = new();

    [Theory]
    [InlineData(0.99, 0)]
    [InlineData(1, 1)]
    [InlineData(1.01, 1.01)]
    [InlineData(12, 12)]
    public void The_longest_time_between_two_bytes_counts_from_a_second_on(double pause, double expected) =>
        Assert.Equal(expected, Longest([(0, 0), (0.5, 10), (0.5 + pause, 20), (0.6 + pause, 30)]));

    [Fact]
    public void Readings_without_a_new_byte_change_nothing() =>
        Assert.Equal(4, Longest([(0, 0), (1, 10), (2, 10), (4, 10), (5, 20)]));

    [Fact]
    public void The_time_before_the_first_byte_counts() => Assert.Equal(7, Longest([(0, 0), (7, 10)]));

    [Fact]
    public void A_stall_that_goes_on_counts_up_to_now()
    {
        StallClock clock = Clock([(0, 0), (1, 10)]);
        _time.Now = TimeSpan.FromSeconds(9);

        Assert.Equal((8, 8), (clock.Still.TotalSeconds, clock.Longest.TotalSeconds));
    }

    [Fact]
    public void With_the_last_byte_the_time_ends()
    {
        StallClock clock = Clock([(0, 0), (1, 100)]);
        _time.Now = TimeSpan.FromSeconds(60);

        Assert.Equal((0, 1), (clock.Still.TotalSeconds, clock.Longest.TotalSeconds));
    }

    [Fact]
    public void A_pause_is_no_stall_and_ends_one()
    {
        StallClock clock = Clock([(0, 0), (0.5, 10)]);
        _time.Now = TimeSpan.FromSeconds(3.5);
        clock.Pause();
        _time.Now = TimeSpan.FromSeconds(30);
        clock.Saw(10, 100);
        _time.Now = TimeSpan.FromSeconds(32);
        clock.Saw(20, 100);

        Assert.Equal((0, 3), (clock.Still.TotalSeconds, clock.Longest.TotalSeconds));
    }

    [Fact]
    public void What_the_work_waits_of_its_own_will_is_no_stall()
    {
        Assert.Equal(0, Clock([(0, 0), (5, 10)], TimeSpan.FromSeconds(4.1)).Longest.TotalSeconds);
        _time.Now = TimeSpan.Zero;
        Assert.Equal(5, Clock([(0, 0), (5, 10)], TimeSpan.FromSeconds(4)).Longest.TotalSeconds);
    }

    [Fact]
    public void Without_a_reading_nothing_is_known() => Assert.False(new StallClock(_time, TimeSpan.Zero).HasSeen);

    private double Longest((double At, long Done)[] readings) => Clock(readings).Longest.TotalSeconds;

    private StallClock Clock((double At, long Done)[] readings, TimeSpan allowed = default)
    {
        var clock = new StallClock(_time, allowed);
        foreach ((double at, long done) in readings)
        {
            _time.Now = TimeSpan.FromSeconds(at);
            clock.Saw(done, 100);
        }

        return clock;
    }
}
