using Landspeed.Quantities;

namespace Landspeed.Tests.Quantities;

public class CpuCostTests
{
    [Fact]
    public void Cost_is_processor_time_divided_by_bytes()
    {
        Assert.Equal(0.25, CpuCost.FromTime(1_000, new ByteCount(4_000)).NsPerByte);
        Assert.Equal(-0.25, CpuCost.FromTime(-1_000, new ByteCount(4_000)).NsPerByte);
        Assert.Equal(1_000, CpuCost.FromTime(1_000, new ByteCount(1)).NsPerByte);
        Assert.Throws<ArgumentOutOfRangeException>(() => CpuCost.FromTime(1_000, default));
    }

    [Fact]
    public void Cycles_are_time_at_the_rate_of_the_clock() =>
        Assert.Equal(0.09, new CpuCost(0.03).CyclesPerByte(3e9), 1e-12);

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void A_clock_that_cannot_be_is_refused(double clockHz)
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new CpuCost(1).CyclesPerByte(clockHz));
        Assert.Throws<ArgumentOutOfRangeException>(() => new CpuCost(1).ToCyclesText(clockHz));
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.NegativeInfinity)]
    public void A_cost_is_finite(double nsPerByte) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new CpuCost(nsPerByte));

    [Theory]
    [InlineData(0, "0.000 ns/B")]
    [InlineData(0.035, "0.035 ns/B")]
    [InlineData(0.0354, "0.035 ns/B")]
    [InlineData(0.0004, "0.0004 ns/B")]
    [InlineData(-0.0004, "-0.0004 ns/B")]
    [InlineData(-1e-20, "0.000000000000 ns/B")]
    [InlineData(1.5, "1.500 ns/B")]
    [InlineData(123.4567, "123.457 ns/B")]
    public void Text_keeps_three_decimals_and_never_loses_a_small_cost(double nsPerByte, string text) =>
        Assert.Equal(text, new CpuCost(nsPerByte).ToString());

    [Theory]
    [MemberData(nameof(Cultures.Names), MemberType = typeof(Cultures))]
    public void Text_is_the_same_in_every_culture(string culture)
    {
        using var _ = new Cultures(culture);

        Assert.Equal("-0.035 ns/B", new CpuCost(-0.035).ToString());
        Assert.Equal("0.09 cycles/B", new CpuCost(0.03).ToCyclesText(3e9));
        Assert.Equal("0.0004 cycles/B", new CpuCost(0.0002).ToCyclesText(2e9));
    }

    [Fact]
    public void Costs_are_ordered_from_cheap_to_dear()
    {
        var cheap = new CpuCost(1);
        var dear = new CpuCost(2);

        Assert.True(cheap < dear && cheap <= dear && dear > cheap && dear >= cheap);
        Assert.False(cheap > dear || cheap >= dear);
        Assert.Equal([cheap, dear], new[] { dear, cheap }.Order());
    }
}
