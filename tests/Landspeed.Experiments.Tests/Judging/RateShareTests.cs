using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Judging;

public sealed class RateShareTests
{
    [Theory]
    [InlineData(0.97, true, false)]
    [InlineData(0.90, false, false)] // the limit itself, with a spread around it
    [InlineData(0.80, false, true)]
    [InlineData(1.30, true, false)]
    public void A_share_is_told_beyond_the_spread_of_the_runs(double share, bool isWithin, bool isBelow)
    {
        var told = RateShare.Of(MedianInterval.Of(Runs(share * 1000)), MedianInterval.Of(Runs(1000)));

        Assert.Equal((isWithin, isBelow), (told.IsWithin, told.IsBelow));
        Assert.Equal(share, told.Share, 1e-9);
    }

    [Fact]
    public void The_uncertainties_add_as_the_sides_of_a_right_angle()
    {
        // Five runs of each: 3 % and 4 % to both sides, 5 % together.
        var told = RateShare.Of(MedianInterval.Of([97, 99, 100, 101, 103]), MedianInterval.Of([96, 99, 100, 101, 104]));

        Assert.Equal(0.95, told.Low, 1e-9);
        Assert.Equal(1.05, told.High, 1e-9);
    }

    [Fact]
    public void Single_runs_tell_nothing()
    {
        var told = RateShare.Of(MedianInterval.Of([500]), MedianInterval.Of([1000]));

        Assert.Equal((false, false), (told.IsWithin, told.IsBelow));
    }

    [Fact]
    public void What_lies_many_times_apart_is_told_by_single_runs()
    {
        var told = RateShare.Of(MedianInterval.Of([50]), MedianInterval.Of([1000]));

        Assert.True(told.IsBelow);
    }

    private static double[] Runs(double median) => [median * 0.99, median * 0.995, median, median * 1.005, median * 1.01];
}
