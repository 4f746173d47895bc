namespace Landspeed.Reporting.Tests;

public class SweepReportsTests
{
    [Fact]
    public void Every_listed_format_exists() =>
        Assert.All(SweepReports.Formats, format => Assert.NotNull(SweepReports.Create(format)));

    [Theory]
    [InlineData("xml")]
    [InlineData("JSON")]
    [InlineData("")]
    public void An_unknown_format_is_refused_with_the_list(string format)
    {
        var error = Assert.Throws<ArgumentException>(() => SweepReports.Create(format));

        Assert.Contains($"'{format}'; the formats are table, json, csv, fio", error.Message, StringComparison.Ordinal);
    }
}
