using Landspeed.Quantities;

namespace Landspeed.Tests.Quantities;

public class ByteCountFormattingTests
{
    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(1, "1 B")]
    [InlineData(1023, "1023 B")]
    [InlineData(1024, "1 KiB")]
    [InlineData(1025, "1025 B")]
    [InlineData(1280, "1.25 KiB")]
    [InlineData(65_536, "64 KiB")]
    [InlineData(1_000_000, "1000000 B")]
    [InlineData(1_047_552, "1023 KiB")]
    [InlineData(1_048_576, "1 MiB")]
    [InlineData(1_049_600, "1025 KiB")]
    [InlineData(1_572_864, "1.5 MiB")]
    [InlineData(1_073_741_824, "1 GiB")]
    [InlineData(1_099_511_627_776, "1 TiB")]
    [InlineData(4_503_599_627_370_496, "4096 TiB")]
    [InlineData(long.MaxValue, "9223372036854775807 B")]
    public void Text_is_exact_and_has_a_unit(long bytes, string text) =>
        Assert.Equal(text, new ByteCount(bytes).ToString());

    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(1023, "1023 B")]
    [InlineData(1024, "1 KiB")]
    [InlineData(1025, "1.0 KiB")]
    [InlineData(1536, "1.5 KiB")]
    [InlineData(1_000_000, "976.6 KiB")]
    [InlineData(1_000_000_000, "953.7 MiB")]
    [InlineData(1_048_524, "1023.9 KiB")]
    [InlineData(1_048_525, "1.0 MiB")]
    [InlineData(1_048_576, "1 MiB")]
    [InlineData(long.MaxValue, "8388608.0 TiB")]
    public void Text_for_display_is_rounded_to_a_tenth(long bytes, string text) =>
        Assert.Equal(text, new ByteCount(bytes).ToDisplay());

    [Theory]
    [MemberData(nameof(Cultures.Names), MemberType = typeof(Cultures))]
    public void Text_parses_back_to_the_same_bytes(string culture)
    {
        using var _ = new Cultures(culture);

        Property.Holds(Property.Bytes, bytes =>
            Assert.Equal(bytes, ByteCount.Parse(new ByteCount(bytes).ToString()).Bytes));
    }

    [Theory]
    [MemberData(nameof(Cultures.Names), MemberType = typeof(Cultures))]
    public void Text_is_the_same_in_every_culture(string culture)
    {
        using var _ = new Cultures(culture);

        Assert.Equal("1.5 MiB", new ByteCount(1_572_864).ToString());
        Assert.Equal("953.7 MiB", new ByteCount(1_000_000_000).ToDisplay());
        Assert.Contains("5 B less 6 B", Assert.Throws<OverflowException>(() => new ByteCount(5) - new ByteCount(6)).Message);
    }

    [Theory]
    [InlineData(65_536, "64KiB")]
    [InlineData(1_000_000, "1000000B")]
    public void A_word_has_no_space_and_is_read_back(long bytes, string word)
    {
        Assert.Equal(word, new ByteCount(bytes).ToWord());
        Assert.Equal(bytes, ByteCount.Parse(word).Bytes);
    }

    [Theory]
    [MemberData(nameof(Cultures.Names), MemberType = typeof(Cultures))]
    public void Text_for_display_is_within_a_twentieth_of_its_unit(string culture)
    {
        using var _ = new Cultures(culture);

        Property.Holds(Property.Bytes, bytes =>
        {
            string[] parts = new ByteCount(bytes).ToDisplay().Split(' ');
            decimal unit = ByteCount.Parse("1" + parts[1]).Bytes;
            decimal shown = decimal.Parse(parts[0], System.Globalization.CultureInfo.InvariantCulture);

            Assert.InRange(Math.Abs((shown * unit) - bytes), 0, unit / 20);
            Assert.True(parts[1] == "TiB" || shown < 1024);
        });
    }
}
