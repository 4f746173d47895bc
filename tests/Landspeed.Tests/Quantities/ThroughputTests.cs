using FsCheck.Fluent;
using Landspeed.Quantities;

namespace Landspeed.Tests.Quantities;

public class ThroughputTests
{
    [Fact]
    public void Throughput_is_bytes_divided_by_elapsed_time()
    {
        Assert.Equal(1e9, Throughput.FromBytes(new ByteCount(2_000_000_000), TimeSpan.FromSeconds(2)).BytesPerSecond);
        Assert.Equal(1e9, Throughput.FromNanoseconds(new ByteCount(1), 1).BytesPerSecond);
        Assert.Equal(0, Throughput.FromBytes(default, TimeSpan.FromSeconds(1)).BytesPerSecond);
    }

    [Fact]
    public void No_time_or_less_is_refused()
    {
        var bytes = new ByteCount(1);

        Assert.Throws<ArgumentOutOfRangeException>(() => Throughput.FromBytes(bytes, TimeSpan.FromTicks(-1)));
        Assert.Throws<ArgumentOutOfRangeException>(() => Throughput.FromBytes(bytes, TimeSpan.Zero));
        Assert.Equal(1e7, Throughput.FromBytes(bytes, TimeSpan.FromTicks(1)).BytesPerSecond, 1e-3);
        Assert.Throws<ArgumentOutOfRangeException>(() => Throughput.FromNanoseconds(bytes, -1));
        Assert.Throws<ArgumentOutOfRangeException>(() => Throughput.FromNanoseconds(bytes, 0));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void A_number_that_is_no_throughput_is_refused(double bytesPerSecond) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new Throughput(bytesPerSecond));

    [Theory]
    [InlineData(0, "0.0 MB/s")]
    [InlineData(1, "0.00000100 MB/s")]
    [InlineData(12_345, "0.0123 MB/s")]
    [InlineData(1_000_000, "1.00 MB/s")]
    [InlineData(12_345_678, "12.3 MB/s")]
    [InlineData(1_234_500_000, "1234.5 MB/s")]
    [InlineData(1e13, "10000000.0 MB/s")]
    public void Text_is_in_megabytes_a_second(double bytesPerSecond, string text) =>
        Assert.Equal(text, new Throughput(bytesPerSecond).ToString());

    [Theory]
    [InlineData("100MB/s", 1e8)]
    [InlineData("100 mb/S", 1e8)]
    [InlineData("100M", 104_857_600)]
    [InlineData("100M/s", 104_857_600)]
    [InlineData("100MiB/s", 104_857_600)]
    [InlineData("1.5GB/s", 1.5e9)]
    [InlineData("0.3 B/s", 0.3)]
    [InlineData("1000000", 1e6)]
    public void Text_means_a_throughput(string text, double bytesPerSecond) =>
        Assert.Equal(bytesPerSecond, Throughput.Parse(text).BytesPerSecond);

    [Theory]
    [InlineData("")]
    [InlineData("/s")]
    [InlineData("MB/s")]
    [InlineData("-1MB/s")]
    [InlineData("100Mbit/s")]
    [InlineData("100MB/h")]
    [InlineData("1,5GB/s")]
    [InlineData("NaN")]
    [InlineData("1e400")]
    [InlineData("1e300T")]
    public void Other_text_is_refused_with_the_value_and_the_allowed_forms(string text)
    {
        FormatException error = Assert.Throws<FormatException>(() => Throughput.Parse(text));

        Assert.False(Throughput.TryParse(text, out _));
        Assert.StartsWith($"'{text}' is not a throughput", error.Message);
        Assert.Contains("100MB/s", error.Message);
    }

    [Theory]
    [MemberData(nameof(Cultures.Names), MemberType = typeof(Cultures))]
    public void Exact_text_parses_back_to_the_same_value(string culture)
    {
        using var _ = new Cultures(culture);

        Property.Holds(
            Arb.From(from bytes in Property.Bytes.Generator
                     from elapsedNs in Property.Bytes.Generator
                     select Throughput.FromNanoseconds(new ByteCount(bytes), Math.Max(1, elapsedNs))),
            value => Assert.Equal(value, Throughput.Parse(value.ToExactText())));
    }

    [Theory]
    [MemberData(nameof(Cultures.Names), MemberType = typeof(Cultures))]
    public void Text_is_the_same_in_every_culture(string culture)
    {
        using var _ = new Cultures(culture);

        Assert.Equal("1234.5 MB/s", new Throughput(1_234_500_000).ToString());
        Assert.Equal("1234500000.25 B/s", new Throughput(1_234_500_000.25).ToExactText());
    }

    [Fact]
    public void Throughputs_are_ordered_from_slow_to_fast()
    {
        var slow = new Throughput(1);
        var fast = new Throughput(2);

        Assert.True(slow < fast && slow <= fast && fast > slow && fast >= slow);
        Assert.False(slow > fast || slow >= fast);
        Assert.Equal([slow, fast], new[] { fast, slow }.Order());
    }
}
