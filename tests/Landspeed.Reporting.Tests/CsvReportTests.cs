using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

public class CsvReportTests
{
    [Fact]
    public void Every_document_has_the_same_header_and_as_many_values()
    {
        foreach (MeasurementDocument document in SampleDocuments.All.Values)
        {
            string[] lines = Lines(document);
            Assert.Equal(Lines(SampleDocuments.Of())[0], lines[0]);
            Assert.Equal(document.Jobs.Count + 1, lines.Length);
            Assert.All(lines, line => Assert.Equal(CsvFields.Split(lines[0]).Count, CsvFields.Split(line).Count));
        }
    }

    [Theory]
    [InlineData("plain")]
    [InlineData("a,b")]
    [InlineData("say \"it\"")]
    [InlineData("two\nlines")]
    [InlineData("two\r\nlines")]
    [InlineData("")]
    public void Any_text_comes_back(string text) =>
        Assert.Equal([text, "next"], CsvFields.Split(CsvLine.Join([text, "next"])));

    [Fact]
    public void A_value_stands_below_the_path_of_its_field()
    {
        string[] lines = Lines(SampleDocuments.All["few-samples"]);
        Dictionary<string, string> row = CsvFields.Split(lines[0]).Zip(CsvFields.Split(lines[1])).ToDictionary();

        Assert.Equal("3355443.2", row["jobs.transfer.throughput_bytes_per_s"]);
        Assert.Equal(string.Empty, row["jobs.latency.p50_ns"]);
        Assert.Equal(string.Empty, row["jobs.device.name"]);
        Assert.Equal("unknown", row["jobs.truth.verdict"]);
        Assert.Equal("/data/[red]größe[/].dat", row["environment.path"]);
        Assert.Equal("fixed_buffers;registered_files", row["jobs.engine_features"]);
    }

    [Fact]
    public void Bins_and_samples_are_left_out()
    {
        string header = Lines(SampleDocuments.Of())[0];

        Assert.DoesNotContain("bins", header, StringComparison.Ordinal);
        Assert.DoesNotContain("jobs.samples", header, StringComparison.Ordinal);
    }

    private static string[] Lines(MeasurementDocument document) =>
        Reports.Text(new CsvReport(), document).TrimEnd('\n').Split('\n');
}
