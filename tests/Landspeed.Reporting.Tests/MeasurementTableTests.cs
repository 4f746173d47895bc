using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

public class MeasurementTableTests
{
    public static TheoryData<string> Names => [.. SampleDocuments.All.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void No_line_is_wider_than_asked_or_ends_in_a_space(string name)
    {
        foreach (int width in new[] { 60, 80, 100, 200 })
        {
            string text = Reports.Text(new MeasurementTable(new ReportStyle { Width = width }), SampleDocuments.All[name]);

            Assert.All(text.Split('\n'), line => Assert.True(line.Length <= width, $"{width}: {line}"));
            Assert.All(text.Split('\n'), line => Assert.Equal(line.TrimEnd(), line));
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Plain_text_has_no_escape_sequence(string name) => Assert.DoesNotContain(
        '\u001b', Reports.Text(new MeasurementTable(ReportStyle.Plain), SampleDocuments.All[name]));

    [Theory]
    [InlineData(ReportColor.None)]
    [InlineData(ReportColor.Ansi)]
    public void Brackets_in_names_are_no_markup(ReportColor color)
    {
        string text = Reports.Text(
            new MeasurementTable(new ReportStyle { Color = color, Width = 200 }), SampleDocuments.All["mixed-partial"]);

        Assert.Contains("/data/[red]größe[/].dat", text, StringComparison.Ordinal);
        Assert.Contains("[bold]and this is no markup[/]", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Colour_changes_nothing_but_colour()
    {
        foreach (MeasurementDocument document in SampleDocuments.All.Values)
        {
            string plain = Reports.Text(new MeasurementTable(ReportStyle.Plain), document);
            string colored = Reports.Text(new MeasurementTable(new ReportStyle { Color = ReportColor.Ansi }), document);

            Assert.Equal(plain, System.Text.RegularExpressions.Regex.Replace(colored, "\u001b\\[[0-9;]*m", string.Empty));
        }
    }

    [Fact]
    public void The_verdict_is_in_the_first_lines_of_each_table() => Assert.All(
        SampleDocuments.All.Values.Where(document => document.Jobs.Count == 1),
        document => Assert.Contains(
            "verdict: " + document.Jobs[0].Truth.Verdict.ToString().ToLowerInvariant(),
            string.Join('\n', Reports.Text(new MeasurementTable(ReportStyle.Plain), document).Split('\n').Take(3)),
            StringComparison.Ordinal));

    [Fact]
    public void A_measurement_without_a_completed_request_can_be_shown()
    {
        MeasurementRecord run = SampleRuns.Read() with { Latency = null };
        string text = Reports.Text(new MeasurementTable(ReportStyle.Plain), SampleDocuments.Of(run));

        Assert.Contains("no request completed", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_document_without_runs_names_the_machine() => Assert.Contains(
        "Imaginary Processor",
        Reports.Text(new MeasurementTable(ReportStyle.Plain), SampleDocuments.Of()),
        StringComparison.Ordinal);
}
