using Landspeed.Reporting.Terminal;

namespace Landspeed.Reporting.Tests.Terminal;

public class SparklineTests
{
    [Fact]
    public void Bars_are_shares_of_the_largest_value() => Assert.Equal(
        "▁▂▃▄▅▆▇██", Linear([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], width: 9));

    [Theory]
    [InlineData(0.124, '▁')]
    [InlineData(0.126, '▂')]
    [InlineData(0.874, '▇')]
    [InlineData(0.876, '█')]
    public void A_bar_stands_for_an_eighth(double share, char bar) =>
        Assert.Equal($"{bar}█", Linear([share, 1.0], width: 2));

    [Fact]
    public void A_log_scale_gives_each_decade_the_same_step() => Assert.Equal(
        "█▆▃▁", Log([1_000.0, 100.0, 10.0, 1.0], width: 4));

    [Fact]
    public void What_is_missing_or_no_number_is_a_gap() =>
        Assert.Equal("█ █ █", Linear([1.0, null, 1.0, double.NaN, 1.0], width: 5));

    [Fact]
    public void Nothing_known_is_nothing_but_gaps() => Assert.Equal("   ", Linear([null, null, double.NaN], width: 3));

    [Fact]
    public void Nothing_at_all_is_nothing() => Assert.Equal(string.Empty, Linear([], width: 3));

    [Fact]
    public void One_value_is_one_bar()
    {
        Assert.Equal("█", Linear([42.0], width: 3));
        Assert.Equal("▅", Log([42.0], width: 3));
    }

    [Fact]
    public void Nothing_but_zeros_lies_flat()
    {
        Assert.Equal("▁▁", Linear([0.0, 0.0], width: 2));
        Assert.Equal("▁█▁", Log([0.0, 2.0, 1.0], width: 3));
    }

    [Fact]
    public void Neighbours_share_a_bar_when_there_is_no_room_counted_from_the_end()
    {
        Assert.Equal("█▅▁", Linear([8.0, 3.0, 5.0, 0.0, 0.0], width: 3));
        Assert.Equal("█▄", Linear([8.0, null, 3.5, null], width: 2));
    }

    private static string Linear(double?[] values, int width) => Sparkline.Of(values, width, isLog: false);

    private static string Log(double?[] values, int width) => Sparkline.Of(values, width, isLog: true);
}
