using Landspeed.Quantities;

namespace Landspeed.Tests.Quantities;

public class DisplayNumberTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(1234.56, "1,234.6")]
    [InlineData(99.994, "99.99")]
    [InlineData(-1.5, "-1.500")]
    [InlineData(0.1, "0.100")]
    [InlineData(0.01234, "0.0123")]
    [InlineData(1e-13, "0.000000000000")]
    [InlineData(double.NaN, "n/a")]
    [InlineData(double.PositiveInfinity, "n/a")]
    public void Four_digits_or_more_and_three_below_a_tenth(double value, string text) =>
        Assert.Equal(text, DisplayNumber.Of(value));
}
