using Landspeed.Cli.Arguments;

namespace Landspeed.Cli.Tests.Arguments;

public class SizesTests
{
    [Theory]
    [InlineData("0", 0)]
    [InlineData("4096", 4096)]
    [InlineData("64K", 65536)]
    [InlineData("64k", 65536)]
    [InlineData("64KiB", 65536)]
    [InlineData("64kB", 64000)]
    [InlineData("1.5GiB", 1610612736)]
    [InlineData("2T", 2199023255552)]
    [InlineData("3MB", 3000000)]
    [InlineData("7B", 7)]
    [InlineData("9223372036854775807", long.MaxValue)]
    public void These_are_sizes(string text, long bytes)
    {
        Assert.True(Sizes.TryParse(text, out long parsed));
        Assert.Equal(bytes, parsed);
    }

    [Theory]
    [InlineData("")]
    [InlineData("K")]
    [InlineData("12Q")]
    [InlineData("-1")]
    [InlineData("+1")]
    [InlineData("1.5")]
    [InlineData("1,5K")]
    [InlineData("1e3")]
    [InlineData("0x10")]
    [InlineData("1 K")]
    [InlineData("1.2.3K")]
    [InlineData("9223372036854775808")]
    [InlineData("8388608T")]
    [InlineData("99999999999999999999999999999999999999G")]
    public void These_are_none(string text) => Assert.False(Sizes.TryParse(text, out _));
}
