using Landspeed.Results;

namespace Landspeed.Reporting.Svg;

/// <summary>Axis, names and bars of a chart of bars.</summary>
internal static class BarLines
{
    private const double BarHeight = 15; // as high as the text behind it
    private const double GroupGap = 10;
    private const double NameGap = 8;
    private const double TextGap = 6;
    private const double ColumnGap = 14;
    private const double MostName = 160;

    /// <summary>Draws them.</summary>
    /// <returns>Where the next thing below may start.</returns>
    public static double Draw(MarkupWriter target, BarChart chart, ChartSize size, double top)
    {
        Frame plot = Plot(chart, size, top);
        Grid(target, chart, plot);
        double y = plot.Top + (GroupGap / 2);
        foreach (BarGroup group in chart.Groups)
        {
            double height = BarHeight * group.Bars.Count;
            SvgShapes.Text(target, Name(group), plot.Left - NameGap, y + (height / 2) + 4, "end");
            foreach ((int kind, Bar? bar) in group.Bars.Index())
            {
                if (bar is not null)
                {
                    target.Open("g", ("class", ChartStyle.Color(kind)));
                    Draw(target, chart, plot, bar, y + (kind * BarHeight), size);
                    target.Close();
                }
            }

            target.Line();
            y += height + GroupGap;
        }

        return plot.Bottom + 50;
    }

    /// <summary>The class of a bar: filled where all of it came from or went to the device.</summary>
    public static string Look(Verdict verdict) => verdict == Verdict.Device ? "bar" : "hollow";

    private static Frame Plot(BarChart chart, ChartSize size, double top)
    {
        double left = NameGap + chart.Groups.Max(group => TextWidth.Of(Name(group), ChartStyle.FontSize));

        // Numbers stand in a column: at the end of a bar or of its range they read as a value there.
        double right = ColumnGap + 2 + chart.Groups.SelectMany(group => group.Bars)
            .Max(bar => bar?.Value is null ? 0 : TextWidth.Of(bar.Text, ChartStyle.FontSize));
        double height = chart.Groups.Sum(group => (BarHeight * group.Bars.Count) + GroupGap);
        return new Frame(left, top, size.Width - left - right, height);
    }

    private static void Grid(MarkupWriter target, BarChart chart, Frame plot)
    {
        foreach (Tick tick in chart.X.Fitting(plot.Width, label => TextWidth.Of(label, ChartStyle.FontSize) + 8))
        {
            double x = plot.X(chart.X.Scale.Share(tick.Value));
            SvgShapes.Line(target, "grid", x, plot.Top, x, plot.Bottom);
            SvgShapes.Text(target, tick.Label, x, plot.Bottom + 19, "middle");
        }

        SvgShapes.Line(target, "axis", plot.Left, plot.Top, plot.Left, plot.Bottom);
        SvgShapes.Text(target, chart.X.Title, plot.X(0.5), plot.Bottom + 39, "middle");
        target.Line();
    }

    private static void Draw(MarkupWriter target, BarChart chart, Frame plot, Bar bar, double y, ChartSize size)
    {
        double middle = y + (BarHeight / 2);
        if (bar.Value is not { } value)
        {
            SvgShapes.Text(target, bar.Text, plot.Left + TextGap, middle + 4);
            return;
        }

        double X(double at) => plot.X(chart.X.Scale.Share(at));
        string shape = $"M{Pixels.Text(plot.Left, y + 1)}H{Pixels.Text(X(value))}v{Pixels.Text(BarHeight - 2)}H{Pixels.Text(plot.Left)}z";
        target.Open("path", ("class", chart.IsJudged ? Look(bar.Verdict) : "bar"), ("d", shape));
        if (size.Tips)
        {
            target.Leaf("title", bar.Tip);
        }

        target.Close();
        if (bar.Low < bar.High)
        {
            SvgShapes.Line(target, "range", X(bar.Low), middle, X(bar.High), middle);
        }

        SvgShapes.Text(target, bar.Text, size.Width - 2, middle + 4, "end");
    }

    private static string Name(BarGroup group) => TextWidth.Cut(group.Name, ChartStyle.FontSize, MostName);
}
