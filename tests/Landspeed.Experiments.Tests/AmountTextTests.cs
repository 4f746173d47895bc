namespace Landspeed.Experiments.Tests;

public sealed class AmountTextTests
{
    [Theory]
    [InlineData(0, "0.00")]
    [InlineData(0.0043, "0.0043")]
    [InlineData(0.02, "0.02")]
    [InlineData(1.524, "1.52")]
    [InlineData(14.84, "14.8")]
    [InlineData(1480, "1,480")]
    public void A_factor_is_never_rounded_to_nothing(double factor, string text) => Assert.Equal(text, AmountText.Times(factor));
}
