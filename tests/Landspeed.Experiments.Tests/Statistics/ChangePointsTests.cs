using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Statistics;

public sealed class ChangePointsTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(12)]
    [InlineData(30)]
    [InlineData(100)]
    public void A_level_that_stays_shows_a_change_in_hardly_any_of_300_series(int values)
    {
        var random = new Random(2004);
        int shown = Enumerable.Range(0, 300).Count(_ => ChangePoints.Of(Samples.LogNormal(random, values, 0.06), 1, 5).Count > 0);

        output.WriteLine($"seed 2004: {shown} of 300");
        Assert.InRange(shown, 0, 9);
    }

    [Theory]
    [InlineData(0.85)]
    [InlineData(1.2)]
    public void A_change_of_15_percent_is_found_where_it_is(double factor)
    {
        var random = new Random(1997);
        int found = 0;
        for (int trial = 0; trial < 100; trial++)
        {
            double[] values = [.. Samples.LogNormal(random, 20, 0.04), .. Samples.LogNormal(random, 10, 0.04, factor)];
            found += ChangePoints.Of(values, 1, 5) is [var (at, ratio)] && at is >= 19 and <= 21 && ratio.Low <= factor && factor <= ratio.High ? 1 : 0;
        }

        output.WriteLine($"seed 1997: {found} of 100");
        Assert.InRange(found, 85, 100);
    }

    [Fact]
    public void Two_changes_are_two()
    {
        double[] values = [.. Enumerable.Range(0, 45).Select(index => (index / 15 == 1 ? 200.0 : 100.0) + (index % 4))];

        Assert.Equal([15, 30], ChangePoints.Of(values, 1, 5).Select(change => change.Index));
    }

    [Fact]
    public void Few_values_and_equal_ones_have_none()
    {
        Assert.Empty(ChangePoints.Of([1, 1, 1, 1, 1, 9, 9, 9, 9, 9, 9], 1, 5));
        Assert.Empty(ChangePoints.Of([.. Enumerable.Repeat(3.0, 40)], 1, 5));
    }

    [Fact]
    public void A_step_within_the_band_is_none() =>
        Assert.Empty(ChangePoints.Of([.. Enumerable.Range(0, 40).Select(index => (index < 20 ? 100.0 : 104.0) + (0.01 * (index % 5)))], 1, 5));

    [Fact]
    public void Of_many_series_each_must_be_surer()
    {
        double[] values = [100, 101, 102, 103, 104, 105, 110, 111, 112, 113, 114, 115];

        Assert.Single(ChangePoints.Of(values, 1, 5));
        Assert.Empty(ChangePoints.Of(values, 50, 5));
    }
}
