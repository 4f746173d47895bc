namespace Landspeed.Reporting.Svg;

/// <summary>Grid, ticks, their labels, and the titles of both axes.</summary>
internal static class AxisLines
{
    private const double LabelGap = 8;
    private const double LabelHeight = 24;

    /// <summary>Pixels left of the plot that the labels of the y axis take.</summary>
    public static double Width(Axis y, double height) => LabelGap + 1 + YTicks(y, height)
        .Select(tick => TextWidth.Of(tick.Label, ChartStyle.FontSize)).DefaultIfEmpty().Max();

    /// <summary>Pixels right of the plot that the labels of a second y axis take; 0: there is none.</summary>
    public static double RightWidth(Axis? right, double height) => right is null ? 0
        : Math.Max(Width(right, height), TextWidth.Of(right.Title, ChartStyle.FontSize) + 1);

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

        if (chart.Right is { } right)
        {
            Right(target, right, plot);
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

    // Its values lie between the lines of the grid, which are those of the left axis: ticks of its own show where.
    private static void Right(MarkupWriter target, Axis right, Frame plot)
    {
        SvgShapes.Text(target, right.Title, plot.Right + 1, plot.Top - 16);
        SvgShapes.Line(target, "axis", plot.Right, plot.Top, plot.Right, plot.Bottom);
        foreach (Tick tick in YTicks(right, plot.Height))
        {
            double y = plot.Y(right.Scale.Share(tick.Value));
            SvgShapes.Line(target, "axis", plot.Right, y, plot.Right + 5, y);
            SvgShapes.Text(target, tick.Label, plot.Right + LabelGap, y + 4);
        }
    }

    private static IReadOnlyList<Tick> YTicks(Axis y, double height) => y.Fitting(height, _ => LabelHeight);
}
