using System.Text.Json;
using System.Xml.Linq;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

public class ExperimentReportTests
{
    private static readonly XNamespace s_html = "http://www.w3.org/1999/xhtml";

    private static readonly XNamespace s_svg = "http://www.w3.org/2000/svg";

    private static readonly string[] s_viewFormats = ["table", "csv"];
    private static readonly string[] s_cultures = ["en-US", "de-DE"];

    private static readonly Dictionary<string, Func<ExperimentDocument>> s_samples = new()
    {
        ["styles"] = SampleExperiments.Styles,
        ["apis"] = SampleExperiments.Apis,
        ["apis-cached"] = SampleExperiments.CachedApis,
        ["modes"] = SampleExperiments.Modes,
        ["process"] = SampleExperiments.Process,
        ["create"] = SampleExperiments.Create,
        ["create-failed"] = SampleExperiments.FailedCreate,
        ["records-generate"] = SampleExperiments.Generate,
        ["records-validate"] = SampleExperiments.Validate,
        ["records-validate-failed"] = SampleExperiments.FailedValidate,
    };

    public static TheoryData<string, string> Cases() => new(
        from format in ExperimentReports.Formats
        from culture in s_cultures
        select new TheoryDataRow<string, string>(format, culture));

    public static TheoryData<string, string, string> Views() => new(
        from sample in s_samples.Keys
        from format in s_viewFormats
        from culture in s_cultures
        select new TheoryDataRow<string, string, string>(sample, format, culture));

    public static TheoryData<string> Samples() => [.. s_samples.Keys];

    [Theory]
    [MemberData(nameof(Cases))]
    public void A_report_of_hints_reads_as_agreed_in_every_culture(string format, string culture) => Golden.Check(
        $"hints.{format}", Cultures.In(culture, () => Text(format, SampleExperiments.Hints())));

    [Theory]
    [MemberData(nameof(Views))]
    public void A_view_reads_as_agreed_in_every_culture(string sample, string format, string culture) => Golden.Check(
        $"{sample}.{format}", Cultures.In(culture, () => Text(format, s_samples[sample]())));

    [Theory]
    [MemberData(nameof(Samples))]
    public void Every_page_is_well_formed(string sample)
    {
        XElement page = XElement.Parse(Text("html", s_samples[sample]()).Split('\n', 2)[1]);

        string[] ids = [.. page.Descendants().Attributes("id").Select(id => id.Value)];
        Assert.Equal(ids.Distinct(), ids);
        Assert.All(page.Descendants(s_svg + "svg").Where(svg => svg.Attribute("role")?.Value == "img"), svg =>
        {
            Assert.NotEmpty(svg.Element(s_svg + "title")!.Value);
            Assert.NotEmpty(svg.Element(s_svg + "desc")!.Value);
        });
    }

    [Fact]
    public void The_JSON_comes_back()
    {
        string json = Text("json", SampleExperiments.Hints());

        ExperimentDocument read = JsonSerializer.Deserialize(json, ResultsJson.Experiment)!;

        Assert.Equal(json, Text("json", read));
    }

    [Fact]
    public void A_row_of_CSV_has_the_options_labels_and_values_of_its_cell()
    {
        string[] lines = Text("csv", SampleExperiments.Hints()).TrimEnd('\n').Split('\n');
        List<string> header = CsvFields.Split(lines[0]);
        Dictionary<string, string> row = header.Zip(CsvFields.Split(lines[2])).ToDictionary();

        Assert.Equal(6, lines.Length);
        Assert.All(lines, line => Assert.Equal(header.Count, CsvFields.Split(line).Count));
        Assert.Equal(header.Distinct(), header);
        Assert.Equal("1000", row["setup.options.files"]);
        Assert.Equal("random-access", row["cells.labels.hint"]);
        Assert.Equal("12288000", row["cells.values.pages_left_bytes"]);
        Assert.Equal("1.2288", row["cells.read_amplification.median"]);
        Assert.Equal("skipped", header.Zip(CsvFields.Split(lines[5])).ToDictionary()["cells.state"]);
    }

    [Fact]
    public void The_page_is_well_formed_and_takes_no_name_for_markup()
    {
        ExperimentDocument hints = SampleExperiments.Hints();
        ExperimentDocument hostile = hints with
        {
            Environment = hints.Environment with { Path = "/data/</title><script>alert(1)</script>" },
            Cells = [.. hints.Cells.Select(cell => cell with { Name = $"<b>{cell.Name}</b>" })],
        };

        XElement page = XElement.Parse(Text("html", hostile).Split('\n', 2)[1]);

        Assert.Empty(page.Descendants(s_html + "script"));
        Assert.Empty(page.Descendants(s_html + "b"));
        Assert.Contains("/data/</title>", page.Descendants(s_html + "h1").Single().Value, StringComparison.Ordinal);
    }

    [Fact]
    public void What_ended_early_says_so()
    {
        ExperimentDocument partial = SampleExperiments.Hints() with { Partial = true };

        Assert.Contains("partial:", Text("table", partial), StringComparison.Ordinal);
        Assert.Contains("This experiment ended early.", Text("html", partial), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("header", "1", "first byte of each file in 1 read")]
    [InlineData("header", "2", "first 2 bytes of each file in 1 read")]
    [InlineData("stride", "1", "1 byte of each file, spread, in 1 read")]
    public void One_byte_is_told_in_the_singular(string pattern, string bytes, string text)
    {
        ExperimentDocument hints = SampleExperiments.Hints();
        var options = new Dictionary<string, string>(hints.Setup.Options)
        {
            [HintLabels.Pattern] = pattern,
            [HintLabels.UsedBytes] = bytes,
            [HintLabels.Reads] = "1",
        };

        string table = Text("table", hints with { Setup = hints.Setup with { Options = options } });

        Assert.Contains(text, table, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(60)]
    [InlineData(200)]
    public void No_line_of_a_table_is_wider_than_asked(int width)
    {
        using var text = new StringWriter { NewLine = "\n" };
        ExperimentReports.Create("table", new ReportStyle { Width = width })(SampleExperiments.Hints(), text);

        Assert.All(text.ToString().Split('\n'), line => Assert.True(line.Length <= width, line));
        Assert.Equal(text.ToString().Split('\n').Select(line => line.TrimEnd()), text.ToString().Split('\n'));
    }

    [Fact]
    public void An_unknown_format_is_refused_with_the_list() => Assert.Contains(
        "'fio'; the formats are table, json, csv, html",
        Assert.Throws<ArgumentException>(() => ExperimentReports.Create("fio")).Message,
        StringComparison.Ordinal);

    private static string Text(string format, ExperimentDocument document)
    {
        using var text = new StringWriter { NewLine = "\n" };
        ExperimentReports.Create(format)(document, text);
        return text.ToString();
    }
}
