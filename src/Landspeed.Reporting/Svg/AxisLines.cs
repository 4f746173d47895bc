namespace Landspeed.Reporting.Svg;

/// <summary>Grid, ticks, their labels, and the titles of both axes.</summary>
internal static class AxisLines
{
    private const double LabelGap = 8;
    private const double LabelHeight = 24;

    /// <summary>Pixels left of the plot that the labels of the y axis take.</summary>
    public static double Width(Axis y, double height) => LabelGap + 1 + YTicks(y, height)
        .Select(tick => TextWidth.Of(tick.Label, ChartStyle.FontSize)).DefaultIfEmpty().Max();

    /// <summary>Draws them.</summary>
    /// <returns>Where the next thing below may start.</returns>
    public static double Draw(MarkupWriter target, Chart chart, Frame plot)
    {
        SvgShapes.Text(target, chart.Y.Title, 1, plot.Top - 16);
        foreach (Tick tick in YTicks(chart.Y, plot.Height))
        {
            double y = plot.Y(chart.Y.Scale.Share(tick.Value));
            SvgShapes.Line(target, "grid", plot.Left, y, plot.Right, y);
            SvgShapes.Text(target, tick.Label, plot.Left - LabelGap, y + 4, "end");
        }

        target.Line();
        foreach (Tick tick in chart.X.Fitting(plot.Width, label => TextWidth.Of(label, ChartStyle.FontSize) + LabelGap))
        {
            double x = plot.X(chart.X.Scale.Share(tick.Value));
            SvgShapes.Line(target, "grid", x, plot.Top, x, plot.Bottom);
            SvgShapes.Line(target, "axis", x, plot.Bottom, x, plot.Bottom + 5);
            SvgShapes.Text(target, tick.Label, x, plot.Bottom + 19, "middle");
        }

        SvgShapes.Line(target, "axis", plot.Left, plot.Bottom, plot.Right, plot.Bottom);
        SvgShapes.Text(target, chart.X.Title, plot.X(0.5), plot.Bottom + 39, "middle");
        target.Line();
        return plot.Bottom + 50;
    }

    private static IReadOnlyList<Tick> YTicks(Axis y, double height) => y.Fitting(height, _ => LabelHeight);
}
