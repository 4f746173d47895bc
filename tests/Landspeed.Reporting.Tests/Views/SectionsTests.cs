using Landspeed.Reporting.Formats;
using Landspeed.Reporting.Html;
using Landspeed.Reporting.Terminal;
using Landspeed.Reporting.Views;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Views;

public sealed class SectionsTests
{
    private static readonly ReportView s_view = new()
    {
        Title = "Two chapters",
        Headline = [["both"]],
        Sections =
        [
            new ReportView { Title = "The <first>", Headline = [["one"]], Conclusions = [new ConclusionRecord("a", "It is so.")] },
            new ReportView { Title = "The second", Headline = [["two"]], Place = ["ext4"] },
        ],
    };

    [Fact]
    public void A_page_has_an_index_and_a_chapter_for_each()
    {
        string page = Samples.Text(target => HtmlReport.Write(s_view, "landspeed", target));

        Assert.Contains("<li><a href=\"#section-1\">The &lt;first&gt;</a></li>", page, StringComparison.Ordinal);
        Assert.Contains("<section id=\"section-2\">\n<h2>The second</h2>\n<p class=\"place\">ext4</p>", page, StringComparison.Ordinal);
        Assert.Contains("<h3>Conclusions</h3>", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Markdown_has_them_one_level_below()
    {
        string text = Samples.Text(target => MarkdownReport.Write(s_view, target));

        Assert.StartsWith("# Two chapters\n\nboth  \n\n## The \\<first\\>\n\none  \n\n### Conclusions\n\n1. It is so.\n", text, StringComparison.Ordinal);
        Assert.Contains("\n## The second\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_terminal_shows_them_one_after_the_other()
    {
        string text = Samples.Text(target => new TerminalReport(ReportStyle.Plain).Write(s_view, target));

        Assert.StartsWith("both\n\nThe <first>\n===========\none\n", text, StringComparison.Ordinal);
        Assert.Contains("\nThe second\n==========\ntwo\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_table_of_several_results_has_the_columns_of_all()
    {
        ResultDocument sweep = Samples.Of("sweep-quick") with { Label = "before" };
        ResultDocument measured = Samples.Of("read-device") with { Label = "after" };

        string[] lines = Samples.Text("csv", measured with { Label = null, Cells = [], Parts = [sweep, measured] }).TrimEnd('\n').Split('\n');
        string[] header = lines[0].Split(',');

        Assert.Equal(header.Length, header.Distinct(StringComparer.Ordinal).Count());
        Assert.Contains("curves.name", header);
        Assert.Contains("cells.runs.round", header);
        Assert.Equal(1 + sweep.Cells.Count + measured.Cells.Count, lines.Length);
        Assert.Contains(",after,", lines[^1], StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_from_before_there_were_parts_has_none()
    {
        string old = Samples.Text("json", Samples.Of("read-device")).Replace("\"parts\": []", "\"older\": 1", StringComparison.Ordinal);

        Assert.Empty(ResultsJson.Read(old).Parts);
    }
}
