using System.Text.Json;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

public class SweepReportGoldenTests
{
    public static TheoryData<string, string, string> Cases()
    {
        var cases = new TheoryData<string, string, string>();
        foreach (string name in Sweeps.Names)
        {
            foreach (string format in SweepReports.Formats)
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
        SweepDocument document = format is "json" or "fio" ? Sweeps.Short(name) : Sweeps.Of(name);
        string text = Cultures.In(culture, () => Sweeps.Text(SweepReports.Create(format), document));

        Golden.Check($"sweep-{name}.{format}", text);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(120)]
    public void A_table_of_another_width_reads_as_agreed(int width) => Golden.Check(
        $"sweep-partial.table-{width}",
        Sweeps.Text(new SweepTable(new ReportStyle { Width = width }), Sweeps.Of("partial")));

    [Fact]
    public void A_coloured_table_reads_as_agreed() => Golden.Check(
        "sweep-partial.table-color",
        Sweeps.Text(new SweepTable(new ReportStyle { Color = ReportColor.Ansi }), Sweeps.Of("partial")));

    [Theory]
    [InlineData("en-US")]
    [InlineData("de-DE")]
    public void The_fio_commands_read_as_agreed_in_every_culture(string culture) => Golden.Check(
        "sweep-quick.fio-commands", Cultures.In(culture, () => Sweeps.Commands(Sweeps.Of("quick"))));

    [Theory]
    [InlineData("json")]
    [InlineData("fio")]
    public void What_calls_itself_JSON_is_JSON(string format) => Assert.All(
        Sweeps.Names,
        name => JsonDocument.Parse(Sweeps.Text(SweepReports.Create(format), Sweeps.Of(name))).Dispose());

    [Fact]
    public void The_JSON_of_a_sweep_comes_back() => Assert.All(Sweeps.Names, name =>
    {
        string json = Sweeps.Text(new SweepJsonReport(), Sweeps.Of(name));

        SweepDocument? read = JsonSerializer.Deserialize(json, ResultsJson.Sweep);

        Assert.Equal(json, Sweeps.Text(new SweepJsonReport(), read!));
        Assert.Equivalent(Sweeps.Of(name), read, strict: true);
    });
}
