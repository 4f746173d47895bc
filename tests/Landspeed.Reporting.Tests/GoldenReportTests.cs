using System.Text.Json;

namespace Landspeed.Reporting.Tests;

public class GoldenReportTests
{
    public static TheoryData<string, string, string> Cases()
    {
        var cases = new TheoryData<string, string, string>();
        foreach (string name in SampleDocuments.All.Keys)
        {
            foreach (string format in MeasurementReports.Formats)
            {
                cases.Add(name, format, "en-US");
                cases.Add(name, format, "de-DE");
            }
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void A_report_reads_as_agreed_in_every_culture(string name, string format, string culture)
    {
        string text = Cultures.In(culture, () => Reports.Text(MeasurementReports.Create(format), SampleDocuments.All[name]));

        Golden.Check($"{name}.{format}", text);
    }

    [Theory]
    [InlineData("en-US")]
    [InlineData("de-DE")]
    public void The_quiet_lines_read_as_agreed(string culture)
    {
        IEnumerable<string> lines = Cultures.In(
            culture, () => SampleDocuments.All.Values.Select(QuietLine.Of).Prepend(QuietLine.Header).ToList());

        Golden.Check("quiet", string.Join('\n', lines) + "\n");
    }

    [Theory]
    [InlineData(120)]
    [InlineData(200)]
    public void A_wide_table_reads_as_agreed(int width) => Golden.Check(
        $"mixed-partial.table-{width}",
        Reports.Text(new MeasurementTable(new ReportStyle { Width = width }), SampleDocuments.All["mixed-partial"]));

    [Fact]
    public void A_coloured_table_reads_as_agreed() => Golden.Check(
        "read-device.table-color",
        Reports.Text(new MeasurementTable(new ReportStyle { Color = ReportColor.Ansi }), SampleDocuments.All["read-device"]));

    [Theory]
    [InlineData("json")]
    [InlineData("fio")]
    public void What_calls_itself_JSON_is_JSON(string format)
    {
        foreach (var document in SampleDocuments.All.Values)
        {
            JsonDocument.Parse(Reports.Text(MeasurementReports.Create(format), document)).Dispose();
        }
    }
}
