using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Words;

public class FormatTests
{
    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(1023, "1023 B")]
    [InlineData(1024, "1 KiB")]
    [InlineData(1025, "1025 B")]
    [InlineData(1536, "1.5 KiB")]
    [InlineData(65536, "64 KiB")]
    [InlineData(1 << 20, "1 MiB")]
    [InlineData(1L << 30, "1 GiB")]
    [InlineData(5L << 40, "5 TiB")]
    public void A_size_that_was_set_prints_exactly(long bytes, string text) => Assert.Equal(text, Format.ExactSize(bytes));

    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(1023, "1023 B")]
    [InlineData(1 << 30, "1 GiB")]
    [InlineData((1 << 30) + 1, "1.00 GiB")]
    [InlineData(1_500_000_000, "1.40 GiB")]
    [InlineData(52252L << 10, "51.0 MiB")]
    [InlineData(100L << 20, "100 MiB")]
    [InlineData(1280L << 20, "1.25 GiB")]
    public void A_length_prints_in_powers_of_two(long bytes, string text) => Assert.Equal(text, Format.Size(bytes));

    [Theory]
    [InlineData(999, "999 B")]
    [InlineData(1000, "1.00 kB")]
    [InlineData(999_499_999, "999 MB")]
    [InlineData(999_500_000, "1.00 GB")]
    [InlineData(12_061_000_000, "12.1 GB")]
    public void What_was_moved_prints_in_powers_of_ten(long bytes, string text) => Assert.Equal(text, Format.Moved(bytes));

    [Theory]
    [InlineData(2_412_300_000, "2,412 MB/s")]
    [InlineData(15_270_000, "15.3 MB/s")]
    [InlineData(3_355_443, "3.36 MB/s")]
    [InlineData(1_234, "0.00123 MB/s")]
    [InlineData(0, "0 MB/s")]
    [InlineData(double.NaN, "n/a MB/s")]
    public void Throughput_prints_in_megabytes_a_second(double value, string text) =>
        Assert.Equal(text, Format.Throughput(value));

    [Theory]
    [InlineData(0, "0 ns")]
    [InlineData(850, "850 ns")]
    [InlineData(78_300, "78.3 µs")]
    [InlineData(1_240_000, "1.24 ms")]
    [InlineData(999_600, "1.00 ms")]
    [InlineData(5_000_000_000, "5.00 s")]
    [InlineData(3_600_000_000_000, "3,600 s")]
    public void A_time_has_three_digits(double ns, string text) => Assert.Equal(text, Format.Duration(ns));

    [Theory]
    [InlineData(0, "0.0 %")]
    [InlineData(0.01, "< 0.1 %")]
    [InlineData(0.05, "0.1 %")]
    [InlineData(61.24, "61.2 %")]
    [InlineData(99.96, "> 99.9 %")]
    [InlineData(100, "100.0 %")]
    [InlineData(250, "250.0 %")]
    public void A_share_is_neither_rounded_to_nothing_nor_to_all(double pct, string text) =>
        Assert.Equal(text, Format.Percent(pct));

    [Theory]
    [InlineData(12_345.6, "12,346")]
    [InlineData(99.95, "100")]
    [InlineData(99.94, "99.9")]
    [InlineData(1.234, "1.23")]
    [InlineData(0.99951, "1.00")]
    [InlineData(0.0201457, "0.0201")]
    [InlineData(0.0000123, "0.0000123")]
    [InlineData(0, "0")]
    [InlineData(double.NaN, "n/a")]
    public void A_number_has_three_digits_or_all_before_the_point(double value, string text) =>
        Assert.Equal(text, Format.Number(value));

    [Theory]
    [InlineData(2_539.3e6, 380e6, "2,500")]
    [InlineData(2_539.3e6, 120e6, "2,540")]
    [InlineData(2_539.3e6, 3e6, "2,539")]
    [InlineData(12.34e6, 0.2e6, "12.34")]
    [InlineData(12.34e6, 0.5e6, "12.3")]
    [InlineData(12.34e6, 40e6, "12")]
    public void A_metric_has_as_many_digits_as_its_runs_allow(double median, double half, string text) => Assert.Equal(
        text,
        Format.Cell(Metrics.Throughput, new IntervalRecord
        {
            Runs = 5, Median = median, Low = median - half, High = median + half, Min = median, Max = median, SpreadPct = 1, OutlierRuns = [],
        }));

    [Fact]
    public void A_time_keeps_its_unit_beside_the_digits_that_its_runs_allow()
    {
        Assert.Equal("250 ms", Format.Duration(251e6, 30e6));
        Assert.Equal("3.28 ms", Format.Duration(3_276_799, 40_000));
    }
}
