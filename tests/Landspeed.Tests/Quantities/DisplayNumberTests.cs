using Landspeed.Quantities;

namespace Landspeed.Tests.Quantities;

public class DisplayNumberTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(1234.56, "1,235")]
    [InlineData(99.94, "99.9")]
    [InlineData(99.96, "100")]
    [InlineData(-1.5, "-1.50")]
    [InlineData(0.1, "0.100")]
    [InlineData(0.01234, "0.0123")]
    [InlineData(1e-13, "0.000000000000")]
    [InlineData(double.NaN, "n/a")]
    [InlineData(double.PositiveInfinity, "n/a")]
    public void A_number_of_unknown_spread_has_three_digits_and_all_before_the_point(double value, string text) =>
        Assert.Equal(text, DisplayNumber.Of(value, halfWidth: 0));

    [Theory]
    [InlineData(2539.3, 380, "2,500")]
    [InlineData(2539.3, 300, "2,500")]
    [InlineData(2539.3, 299, "2,540")]
    [InlineData(2539.3, 100, "2,540")]
    [InlineData(2539.3, 99, "2,540")]
    [InlineData(2539.3, 3, "2,539")]
    [InlineData(2539.3, 0.001, "2,539")]
    [InlineData(2539.3, 5000, "2,500")]
    [InlineData(123456, 3, "123,456")]
    [InlineData(12.345, 0.2, "12.35")]
    [InlineData(12.345, 0.3, "12.3")]
    [InlineData(-12.345, 0.3, "-12.3")]
    [InlineData(0.0123456, 0.0004, "0.0123")]
    [InlineData(2539.3, double.NaN, "2,539")]
    [InlineData(double.NaN, 1, "n/a")]
    public void The_last_digit_is_as_wide_as_the_spread_allows(double value, double halfWidth, string text) =>
        Assert.Equal(text, DisplayNumber.Of(value, halfWidth));

    [Theory]
    [InlineData(0, "0 bytes")]
    [InlineData(1, "1 byte")]
    [InlineData(9_999, "9,999 bytes")]
    [InlineData(10_000, "10.0 kB")]
    [InlineData(999_499, "999 kB")]
    [InlineData(999_500, "1.00 MB")]
    [InlineData(209_715_200, "210 MB")]
    [InlineData(12_734_955_520, "12.7 GB")]
    [InlineData(long.MaxValue, "9.22 EB")]
    [InlineData(long.MinValue, "-9.22 EB")]
    public void Bytes_are_exact_as_long_as_they_are_few(long bytes, string text) =>
        Assert.Equal(text, DisplayNumber.Bytes(bytes));
}
