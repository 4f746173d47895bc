namespace Landspeed.Reporting.Tests;

public class MeasurementReportsTests
{
    [Fact]
    public void Every_listed_format_exists() =>
        Assert.All(MeasurementReports.Formats, format => Assert.NotNull(MeasurementReports.Create(format)));

    [Theory]
    [InlineData("xml")]
    [InlineData("JSON")]
    [InlineData("")]
    public void An_unknown_format_is_refused_with_the_list(string format)
    {
        var error = Assert.Throws<ArgumentException>(() => MeasurementReports.Create(format));

        Assert.Contains($"'{format}'; the formats are table, json, csv, fio", error.Message, StringComparison.Ordinal);
    }
}
