using System.Globalization;
using System.Xml.Linq;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Views;
using Landspeed.Reporting.Views.Sweeping;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Views.Sweeping;

public class SweepChartsTests
{
    private static readonly XNamespace s_svg = "http://www.w3.org/2000/svg";

    [Fact]
    public void There_are_two_charts() =>
        Assert.Equal(["throughput", "cpu-cost"], Reports.Charts(Samples.Of("sweep-quick")).Select(chart => chart.Name));

    [Fact]
    public void Charts_are_well_formed_also_with_hostile_names()
    {
        ResultDocument hostile = Samples.Of("sweep-quick");
        const string Name = "</text><script>alert(1)</script>&\"']]>\0";
        hostile = hostile with { Cells = [.. hostile.Cells.Select(cell => cell with { Curve = Name + cell.Curve })] };
        foreach ((_, string text) in Reports.Charts(hostile))
        {
            XElement svg = XElement.Parse(text);

            Assert.Empty(svg.Descendants(s_svg + "script"));
            Assert.Contains(
                "<script>alert(1)</script>&\"']]>\ufffd", svg.Element(s_svg + "desc")!.Value, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Charts_say_in_words_what_they_show()
    {
        XElement[] charts = [.. Reports.Charts(Samples.Of("sweep-quick")).Select(chart => XElement.Parse(chart.Svg))];

        Assert.All(charts, svg => Assert.Equal("img", svg.Attribute("role")!.Value));
        Assert.All(charts, svg => Assert.Equal(
            svg.Attribute("aria-labelledby")!.Value, $"{Id(svg, "title")} {Id(svg, "desc")}"));
        string throughput = charts[0].Element(s_svg + "desc")!.Value;
        Assert.Contains(
            "read-direct-q8: 406 to 1,576 MB/s from 4 KiB to 4 MiB, plateau 1,580 MB/s, half power at 16 KiB, "
                + "knee at 256 KiB.",
            throughput, StringComparison.Ordinal);
        Assert.Contains(
            "read-direct-q1: 65.4 to 1,545 MB/s from 4 KiB to 4 MiB, plateau not reached.",
            throughput, StringComparison.Ordinal);
        Assert.Contains(
            "read-direct-q8: 0.0201 to 2.22 ns/B from 4 KiB to 4 MiB, floor 0.0190 ns/B from 1 MiB on.",
            charts[1].Element(s_svg + "desc")!.Value, StringComparison.Ordinal);
    }

    [Fact]
    public void The_key_explains_the_verdicts_that_occur_and_no_others()
    {
        string[] texts = Texts(Samples.Of("sweep-quick"));

        Assert.Contains("verdict device", texts);
        Assert.Contains("verdict cache", texts);
        Assert.Contains("verdict mixed", texts);
        Assert.DoesNotContain("verdict hole", texts);
        Assert.DoesNotContain("verdict unknown", texts);
    }

    [Fact]
    public void Curves_without_a_knee_need_no_sign_for_it()
    {
        Assert.Contains("knee: 95 % within the noise", Texts(Samples.Of("sweep-quick")));
        Assert.DoesNotContain("knee: 95 % within the noise", Texts(Samples.Of("sweep-quick") with { Curves = [] }));
    }

    [Fact]
    public void A_cell_without_a_value_breaks_the_line()
    {
        ResultDocument quick = Samples.Of("sweep-quick");
        ResultDocument broken = quick with
        {
            Cells = [.. quick.Cells.Where(cell => cell.Curve == "read-filestream")
                .Select(cell => cell.Size() == 256 ? cell with { State = CellState.Failed } : cell)],
        };

        ChartSeries series = Assert.Single(Charts(broken)[0].Series);
        Assert.Equal([4, 7], series.Pieces.Select(piece => piece.Count));
        Assert.DoesNotContain(series.Points, point => point.X == 256);
    }

    [Fact]
    public void A_partial_sweep_keeps_the_looks_of_the_whole_one()
    {
        ResultDocument quick = Samples.Of("sweep-quick");
        ResultDocument partial = quick with
        {
            Cells = [.. quick.Cells
                .Select(cell => cell.Labels["operation"] == "read" ? cell with { State = CellState.Pending } : cell)],
        };

        Assert.Equal(
            Charts(quick)[0].Series.Where(series => series.Name.StartsWith("write", StringComparison.Ordinal))
                .Select(series => (series.Name, series.Look)),
            Charts(partial)[0].Series.Select(series => (series.Name, series.Look)));
    }

    [Fact]
    public void The_band_goes_from_the_slowest_to_the_fastest_run()
    {
        ResultDocument quick = Samples.Of("sweep-quick");
        IntervalRecord rate = quick.Cells[0][Metrics.Throughput]!;
        ChartPoint point = Charts(quick)[0].Series[0].Points.First();

        Assert.Equal((rate.Median / 1e6, rate.Min / 1e6, rate.Max / 1e6), (point.Y, point.Low, point.High));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(double.NaN)]
    [InlineData(double.NegativeInfinity)]
    public void A_cost_that_has_no_logarithm_is_left_out(double cost)
    {
        ResultDocument quick = Samples.Of("sweep-quick");
        ResultDocument odd = quick with
        {
            Cells =
            [
                quick.Cells[0].With(Metrics.CpuPerByte, known => known with { Median = cost }),
                .. quick.Cells.Skip(1),
            ],
        };

        Assert.Equal(
            Charts(quick)[1].Series[0].Points.Count() - 1, Charts(odd)[1].Series[0].Points.Count());
        Assert.DoesNotContain("NaN", Reports.Charts(odd)[1].Svg, StringComparison.Ordinal);
    }

    [Fact]
    public void A_sweep_without_numbers_gives_pictures_that_say_so()
    {
        Assert.Contains("no cell was measured", Texts(Samples.Of("sweep-quick") with { Cells = [] }));
        Assert.Contains("no cell was measured", Texts(Samples.Of("sweep-quick") with
        {
            Cells = [.. Samples.Of("sweep-quick").Cells.Select(cell => cell with { State = CellState.Pending })],
        }));
    }

    [Fact]
    public void Every_coordinate_is_a_number_inside_the_picture()
    {
        foreach ((_, string text) in Reports.Charts(FullSweep.Document()))
        {
            XElement svg = XElement.Parse(text);
            double[] box = [.. svg.Attribute("viewBox")!.Value.Split(' ').Select(Number)];
            Assert.All(svg.Descendants().Attributes("cx").Concat(svg.Descendants(s_svg + "text").Attributes("x")),
                x => Assert.InRange(Number(x.Value), box[0], box[0] + box[2]));
            Assert.All(svg.Descendants().Attributes("cy").Concat(svg.Descendants(s_svg + "text").Attributes("y")),
                y => Assert.InRange(Number(y.Value), box[1], box[1] + box[3]));
        }
    }

    [Fact]
    public void Charts_are_the_same_in_every_culture() => Assert.Equal(
        Cultures.In("en-US", () => Reports.Charts(Samples.Of("sweep-quick"))),
        Cultures.In("de-DE", () => Reports.Charts(Samples.Of("sweep-quick"))));

    private static string Id(XElement svg, string name) => svg.Element(s_svg + name)!.Attribute("id")!.Value;

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    private static string[] Texts(ResultDocument document) =>
        [.. Reports.Charts(document).SelectMany(chart => XElement.Parse(chart.Svg).Descendants(s_svg + "text"))
            .Select(text => text.Value)];

    private static IReadOnlyList<Chart> Charts(ResultDocument document) => SweepCharts.Of(document, new Costs(document, CostUnit.Both));
}
