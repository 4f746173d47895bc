using Landspeed.Quantities;

namespace Landspeed.Tests.Quantities;

public class ByteCountParsingTests
{
    [Theory]
    [InlineData("0", 0)]
    [InlineData("4096", 4_096)]
    [InlineData("4096B", 4_096)]
    [InlineData("4096 b", 4_096)]
    [InlineData("64K", 65_536)]
    [InlineData("64k", 65_536)]
    [InlineData("64KiB", 65_536)]
    [InlineData("64kib", 65_536)]
    [InlineData("64 KiB", 65_536)]
    [InlineData(" 64 KiB ", 65_536)]
    [InlineData("64kB", 64_000)]
    [InlineData("64KB", 64_000)]
    [InlineData("64 kb", 64_000)]
    [InlineData("100mb", 100_000_000)]
    [InlineData("1M", 1_048_576)]
    [InlineData("1m", 1_048_576)]
    [InlineData("1MiB", 1_048_576)]
    [InlineData("1G", 1_073_741_824)]
    [InlineData("1g", 1_073_741_824)]
    [InlineData("1GiB", 1_073_741_824)]
    [InlineData("1GB", 1_000_000_000)]
    [InlineData("1T", 1_099_511_627_776)]
    [InlineData("1t", 1_099_511_627_776)]
    [InlineData("1TiB", 1_099_511_627_776)]
    [InlineData("1TB", 1_000_000_000_000)]
    [InlineData("1.5GiB", 1_610_612_736)]
    [InlineData("1.5GB", 1_500_000_000)]
    [InlineData("0.5K", 512)]
    [InlineData("2.0", 2)]
    [InlineData("0.0009765625K", 1)]
    [InlineData("000064K", 65_536)]
    [InlineData("9223372036854775807", long.MaxValue)]
    public void Text_means_bytes(string text, long bytes)
    {
        Assert.Equal(bytes, ByteCount.Parse(text).Bytes);
        Assert.True(ByteCount.TryParse(text, out ByteCount value));
        Assert.Equal(bytes, value.Bytes);
    }

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("K")]
    [InlineData("12Q")]
    [InlineData("12KK")]
    [InlineData("12KiBs")]
    [InlineData("12Ki")]
    [InlineData("-1")]
    [InlineData("-64K")]
    [InlineData("+1")]
    [InlineData("NaN")]
    [InlineData("Infinity")]
    [InlineData("1e3")]
    [InlineData("0x10")]
    [InlineData("1,5G")]
    [InlineData("1,000")]
    [InlineData("1_000")]
    [InlineData("1 000")]
    [InlineData("1..5K")]
    [InlineData("1.2.3")]
    [InlineData(".5K")]
    [InlineData("1.K")]
    [InlineData("64\tK")]
    [InlineData("٦٤K")]
    [InlineData("64\u212A")] // the Kelvin sign looks like K
    public void Other_text_is_refused_with_the_value_and_the_allowed_forms(string text)
    {
        FormatException error = Assert.Throws<FormatException>(() => ByteCount.Parse(text));

        Assert.False(ByteCount.TryParse(text, out _));
        Assert.Contains("is not a number of bytes", error.Message);
        Assert.Contains("64KiB", error.Message);
        Assert.StartsWith($"'{text.Replace('\t', '?')}'", error.Message);
    }

    [Theory]
    [InlineData("0.5")]
    [InlineData("1.3K")]
    [InlineData("1.0001kB")]
    [InlineData("0.00048828125K")]
    public void A_fraction_that_is_not_whole_bytes_is_refused(string text)
    {
        FormatException error = Assert.Throws<FormatException>(() => ByteCount.Parse(text));

        Assert.StartsWith($"'{text}' does not come to whole bytes", error.Message);
    }

    [Theory]
    [InlineData("9223372036854775808")]
    [InlineData("8388608T")]
    [InlineData("9223372036854776kB")]
    [InlineData("99999999999999999999999999999999999999999999999999999T")]
    public void More_than_fits_is_refused(string text)
    {
        FormatException error = Assert.Throws<FormatException>(() => ByteCount.Parse(text));

        Assert.StartsWith($"'{text}' is more than 9223372036854775807 bytes", error.Message);
    }

    [Fact]
    public void Each_unit_is_accepted_up_to_the_limit()
    {
        Assert.Equal(ByteCount.TiB(8_388_606), ByteCount.Parse("8388606T"));
        Assert.Equal(ByteCount.TiB(8_388_607), ByteCount.Parse("8388607T"));
        Assert.False(ByteCount.TryParse("8388608T", out _));
    }

    [Fact]
    public void A_message_shows_no_control_character_and_no_endless_text()
    {
        FormatException hostile = Assert.Throws<FormatException>(() => ByteCount.Parse("1\u001b[31m\u202EK"));
        FormatException endless = Assert.Throws<FormatException>(() => ByteCount.Parse(new string('9', 1_000_000)));

        Assert.StartsWith("'1?[31m?K'", hostile.Message);
        Assert.InRange(endless.Message.Length, 60, 300);
    }

    [Fact]
    public void No_text_is_not_a_count()
    {
        Assert.False(ByteCount.TryParse(null, out _));
        Assert.Throws<ArgumentNullException>(() => ByteCount.Parse(null!));
    }

    [Theory]
    [MemberData(nameof(Cultures.Names), MemberType = typeof(Cultures))]
    public void Parsing_ignores_the_culture(string culture)
    {
        using var _ = new Cultures(culture);

        Assert.Equal(1_610_612_736, ByteCount.Parse("1.5GiB").Bytes);
        Assert.False(ByteCount.TryParse("1,5GiB", out var _));
        Assert.False(ByteCount.TryParse("۱K", out var _));
    }
}
