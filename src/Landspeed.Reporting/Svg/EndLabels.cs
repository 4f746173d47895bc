namespace Landspeed.Reporting.Svg;

/// <summary>Names of curves beside the plot, each as near as there is room to its curve's last point.</summary>
internal static class EndLabels
{
    /// <summary>Height of one label with its distance to the next, pixels.</summary>
    public const double Distance = 20;

    private const double MostText = 230;
    private const double SampleStart = 28;
    private const double SampleWidth = 32;
    private const double TextStart = SampleStart + SampleWidth + 6;

    /// <summary>Pixels right of the plot that they take.</summary>
    public static double Width(Chart chart) => TextStart + 4 + chart.Series
        .Select(series => TextWidth.Of(Text(series), ChartStyle.FontSize)).DefaultIfEmpty().Max();

    /// <summary>Draws them.</summary>
    public static void Draw(MarkupWriter target, Chart chart, Frame plot)
    {
        (ChartSeries Series, double X, double Y)[] ends = [.. chart.Series
            .Select(series => (Series: series, Last: series.Points.Last()))
            .Select(end => (end.Series, plot.X(chart.X.Scale.Share(end.Last.X)), plot.Y(chart.Y.Scale.Share(end.Last.Y))))
            .OrderBy(end => end.Item3)];
        double half = Distance / 2;
        double[] places = LabelColumn.Place([.. ends.Select(end => end.Y)], Distance, plot.Top + half, plot.Bottom - half);
        foreach (((ChartSeries series, double x, double y), double place) in ends.Zip(places))
        {
            target.Empty("path", ("class", "leader"), ("stroke-dasharray", "1 3"), ("d",
                $"M{Pixels.Text(x + 8, y)}H{Pixels.Text(plot.Right + 8)}L{Pixels.Text(plot.Right + SampleStart - 4, place)}"));
            SvgShapes.Sample(target, series.Look, plot.Right + SampleStart, place, SampleWidth);
            SvgShapes.Text(target, Text(series), plot.Right + TextStart, place + 4);
            target.Line();
        }
    }

    private static string Text(ChartSeries series) => TextWidth.Cut(series.Name, ChartStyle.FontSize, MostText);
}
