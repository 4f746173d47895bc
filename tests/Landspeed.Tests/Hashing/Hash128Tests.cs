using System.Globalization;
using Landspeed.Hashing;

namespace Landspeed.Tests.Hashing;

public class Hash128Tests
{
    private static readonly Hash128 s_sample = new(0x0123456789ABCDEF, 0x00000000000000F0);

    [Fact]
    public void Text_is_32_lower_case_digits_high_half_first() =>
        Assert.Equal("0123456789abcdef00000000000000f0", s_sample.ToString());

    [Theory]
    [InlineData("0123456789abcdef00000000000000f0")]
    [InlineData("0123456789ABCDEF00000000000000F0")]
    public void Text_of_either_case_is_read(string text) => Assert.Equal(s_sample, Hash128.Parse(text));

    [Theory]
    [InlineData("")]
    [InlineData("0123456789abcdef00000000000000f")]
    [InlineData("0123456789abcdef00000000000000f00")]
    [InlineData("0123456789abcdeg00000000000000f0")]
    [InlineData("0123456789abcdef 0000000000000f0")]
    [InlineData(" 123456789abcdef00000000000000f0")]
    [InlineData("0123456789abcdef00000000000000f ")]
    [InlineData("0x23456789abcdef00000000000000f0")]
    [InlineData("-123456789abcdef00000000000000f0")]
    public void Other_text_is_refused(string text)
    {
        Assert.False(Hash128.TryParse(text, out Hash128 hash));
        Assert.Equal(default, hash);
        Assert.Contains(text, Assert.Throws<FormatException>(() => Hash128.Parse(text)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Bytes_are_those_of_the_text()
    {
        byte[] bytes = new byte[18];
        s_sample.Write(bytes.AsSpan(1));

        Assert.Equal("00" + s_sample + "00", Convert.ToHexString(bytes).ToLower(CultureInfo.InvariantCulture));
        Assert.Equal(s_sample, Hash128.Read(bytes.AsSpan(1)));
    }

    [Fact]
    public void Fifteen_bytes_are_too_few()
    {
        byte[] bytes = new byte[15];

        Assert.Throws<ArgumentOutOfRangeException>(() => Hash128.Read(bytes));
        Assert.Throws<ArgumentOutOfRangeException>(() => s_sample.Write(bytes));
        Assert.All(bytes, value => Assert.Equal(0, value));
    }
}
