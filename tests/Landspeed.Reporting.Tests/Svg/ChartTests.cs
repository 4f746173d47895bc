using Landspeed.Reporting.Svg;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Svg;

public class ChartTests
{
    [Theory]
    [InlineData(3, "band", "whisker")]
    [InlineData(4, "whisker", "band")]
    public void The_spread_is_a_band_only_where_bands_can_be_told_apart(int series, string look, string other)
    {
        string svg = ChartPicture.Alone(Chart(series));

        Assert.Contains($"class=\"{look}\"", svg, StringComparison.Ordinal);
        Assert.DoesNotContain($"class=\"{other}\"", svg, StringComparison.Ordinal);
    }

    [Fact]
    public void A_band_that_hides_another_line_is_none()
    {
        Chart two = Chart(2);
        Chart close = two with { Series = [two.Series[0], two.Series[0] with { Name = "other" }] };

        Assert.Contains("class=\"band\"", ChartPicture.Alone(two), StringComparison.Ordinal);
        Assert.DoesNotContain("class=\"band\"", ChartPicture.Alone(close), StringComparison.Ordinal);
    }

    [Fact]
    public void A_spread_is_explained_also_where_points_have_no_verdict()
    {
        string svg = ChartPicture.Alone(Chart(1) with { IsJudged = false, Spread = "interval" });

        Assert.Contains(">interval</text>", svg, StringComparison.Ordinal);
        Assert.DoesNotContain(">points:</text>", svg, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(6, 6)]
    [InlineData(7, 0)]
    public void More_than_six_names_stand_in_a_legend_below(int series, int leaders)
    {
        string svg = ChartPicture.Alone(Chart(series));

        Assert.Equal(leaders, svg.Split("class=\"leader\"").Length - 1);
        Assert.All(Enumerable.Range(0, series), index =>
            Assert.Contains($">line {index}</text>", svg, StringComparison.Ordinal));
    }

    [Fact]
    public void A_value_to_compare_with_has_its_name_beside_the_plot_or_below_it()
    {
        Chart chart = Chart(1) with { References = [ChartReference.At("then", 5)] };

        Assert.Equal(2, ChartPicture.Alone(chart).Split("class=\"leader\"").Length - 1);
        var narrow = new MarkupWriter();
        ChartPicture.Write(narrow, chart, ChartSize.Narrow);
        Assert.Contains(">then</text>", narrow.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0.5, false)]
    [InlineData(0.001, true)]
    [InlineData(1000, true)]
    public void A_ratio_beyond_the_axis_is_an_arrow(double ratio, bool isArrow)
    {
        string svg = ChartPicture.Alone(new RatioChart
        {
            Name = "ratios", Title = "Ratios", Note = "Dots.", Description = "Dots.", Nothing = "none", Band = 1.05,
            Rows =
            [
                new RatioRow("one", ratio)
                {
                    Low = ratio, High = ratio, Look = 0, IsTold = true, Text = "x", Tip = "x",
                },
            ],
        });

        Assert.Equal(isArrow, svg.Contains("an arrow: beyond the axis", StringComparison.Ordinal));
    }

    private static Chart Chart(int series) => new()
    {
        Name = "lines", Title = "Lines", Note = "Some.", Description = "Some.", Nothing = "none",
        X = LinearAxis.At("x", 1, 2), Y = LinearAxis.Of("y", 40),
        Series = [.. Enumerable.Range(0, series).Select(index => new ChartSeries(
            FormattableString.Invariant($"line {index}"), index,
            [[Point(1, 3 + (4 * index)), Point(2, 3 + (4 * index))]]))],
    };

    private static ChartPoint Point(double x, double y) => new()
    {
        X = x, Y = y, Low = y - 1, High = y + 1, Verdict = Verdict.Device, Tip = "point",
    };
}
