using System.Globalization;
using System.Text.RegularExpressions;
using Landspeed.Results;
using Landspeed.Results.Paper;

namespace Landspeed.Reporting.Tests.Views;

public sealed partial class PaperViewTests
{
    private static readonly ResultDocument s_paper = Samples.Of("paper");

    [Fact]
    public void Each_figure_from_2_to_8_is_drawn_with_the_values_of_2004()
    {
        IReadOnlyList<(string Name, string Svg)> charts = Reports.Charts(s_paper);

        Assert.Equal(Enumerable.Range(2, 7).Select(number => FormattableString.Invariant($"figure-{number}")), charts.Select(chart => chart.Name));
        Assert.All(charts, chart => Assert.Contains("2004</text>", chart.Svg, StringComparison.Ordinal));
        Assert.All(charts, chart => Assert.Contains("stroke-dasharray=\"6 4\"", chart.Svg, StringComparison.Ordinal));
        Assert.All(charts, chart => Assert.Contains(">4 MiB</text>", chart.Svg, StringComparison.Ordinal));
        Assert.Contains(">1 B</text>", charts[0].Svg, StringComparison.Ordinal); // FileStream has calls of one byte
        Assert.DoesNotContain(">1 B</text>", charts[2].Svg, StringComparison.Ordinal); // direct requests begin later
    }

    [Fact]
    public void Disks_of_1997_and_2000_stand_where_disks_are_compared() => Assert.All(
        Reports.Charts(s_paper).Where(chart => chart.Name is "figure-2" or "figure-5"), chart =>
        {
            Assert.Contains("7 MB/s: a disk of 1997</text>", chart.Svg, StringComparison.Ordinal);
            Assert.Contains("19 MB/s: a disk of 2000</text>", chart.Svg, StringComparison.Ordinal);
        });

    [Fact]
    public void The_names_of_values_do_not_lie_over_each_other() => Assert.All(Reports.Charts(s_paper), chart =>
    {
        double[] places = [.. Names().Matches(chart.Svg).Select(name => double.Parse(name.Groups["y"].Value, CultureInfo.InvariantCulture)).Order()];

        Assert.NotEmpty(places);
        Assert.All(places.Zip(places.Skip(1)), pair => Assert.True(pair.Second - pair.First >= 14, $"{chart.Name}: {string.Join(' ', places)}"));
    });

    [Theory]
    [InlineData("md raid0 of 4 devices", "Figure 6. Bandwidth of an array<", "Here md raid0 of 4 devices.")]
    [InlineData(PaperLabels.OneDevice, "Figure 6. Bandwidth of an array: here one device<", "This volume is not striped")]
    [InlineData(PaperLabels.NoDevice, "Figure 6. Bandwidth of an array: here no array<", "no block device that the system reports")]
    [InlineData(PaperLabels.Unknown, "Figure 6. Bandwidth of an array: here no array<", "Whether this volume is striped is not known")]
    public void Figures_of_the_array_say_what_they_show(string array, string title, string note)
    {
        ResultDocument paper = s_paper with { Setup = s_paper.Setup with { Effective = new Dictionary<string, string> { [PaperLabels.ArrayOption] = array } } };

        string svg = Reports.Charts(paper).Single(chart => chart.Name == "figure-6").Svg;

        Assert.Contains(title, svg, StringComparison.Ordinal);
        Assert.Contains(note, svg, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("table")]
    [InlineData("html")]
    [InlineData("markdown")]
    [InlineData("csv")]
    public void Findings_stand_with_their_word_and_rule(string format)
    {
        string text = Samples.Text(format, s_paper);

        Assert.Contains("refuted", text, StringComparison.Ordinal);
        Assert.Contains("Confirmed when direct requests move more than 800", string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_terminal_leaves_the_tables_of_the_parts_to_pages()
    {
        Assert.DoesNotContain("Throughput in MB/s", Samples.Table(s_paper), StringComparison.Ordinal);
        Assert.Contains("<h3>Throughput in MB/s, of writes until durable</h3>", Samples.Text("html", s_paper), StringComparison.Ordinal);
    }

    [Fact]
    public void A_paper_without_parts_and_facts_is_shown_all_the_same()
    {
        ResultDocument bare = s_paper with { Parts = [], Places = [], Hosts = [], Conclusions = [], Cells = [.. s_paper.Cells.Select(cell => cell with { Runs = [] })] };

        Assert.All(Reports.FormatsOf(ResultKinds.Paper), format => Assert.NotEmpty(Samples.Text(format, bare)));
        Assert.All(Reports.Charts(bare), chart => Assert.Contains("not measured", chart.Svg, StringComparison.Ordinal));
    }

    [GeneratedRegex("""<text x="[\d.]+" y="(?<y>[\d.]+)">[^<]*(2004|2000|1997)</text>""")]
    private static partial Regex Names();
}
