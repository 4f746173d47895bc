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
    /// <param name="target">Where to.</param>
    /// <param name="chart">The chart.</param>
    /// <param name="plot">Where its curves lie.</param>
    /// <param name="scale">Pixels right of the plot that a second axis takes; nothing is drawn over it.</param>
    public static void Draw(MarkupWriter target, Chart chart, Frame plot, double scale)
    {
        double left = plot.Right + scale;
        (ChartSeries Series, double X, double Y)[] ends =
            [.. chart.Series.Select(series => End(chart, plot, series)).OrderBy(end => end.Y)];
        double half = Distance / 2;
        double[] places =
            LabelColumn.Place([.. ends.Select(end => end.Y)], Distance, plot.Top + half, plot.Bottom - half);
        foreach (((ChartSeries series, double x, double y), double place) in ends.Zip(places))
        {
            string over = scale > 0 ? $"{Pixels.Text(plot.Right - 2)}M{Pixels.Text(left + 2, y)}H" : string.Empty;
            string start = $"M{Pixels.Text(x + 8, y)}H{over}{Pixels.Text(left + 8)}";
            string end = $"L{Pixels.Text(left + SampleStart - 4, place)}";
            target.Empty("path", ("class", "leader"), ("stroke-dasharray", "1 3"), ("d", start + end));
            SvgShapes.Sample(target, series.Look, left + SampleStart, place, SampleWidth);
            SvgShapes.Text(target, Text(series), left + TextStart, place + 4);
            target.Line();
        }
    }

    private static (ChartSeries Series, double X, double Y) End(Chart chart, Frame plot, ChartSeries series)
    {
        ChartPoint last = series.Points.Last();
        return (series, plot.X(chart.X.Scale.Share(last.X)), plot.Y(chart.Y.Scale.Share(last.Y)));
    }

    private static string Text(ChartSeries series) => TextWidth.Cut(series.Name, ChartStyle.FontSize, MostText);
}

/// <summary>Places labels below each other, each as near as possible to what it names, and none over another.</summary>
internal static class LabelColumn
{
    /// <summary>Positions that are at least a distance apart, with the least sum of squared moves.</summary>
    /// <param name="wanted">Where the labels want to be, ascending.</param>
    /// <param name="distance">Least distance between neighbours.</param>
    /// <param name="first">Least position.</param>
    /// <param name="last">Greatest position; there must be room for all.</param>
    /// <returns>The positions, in the same order.</returns>
    public static double[] Place(IReadOnlyList<double> wanted, double distance, double first, double last)
    {
        // With each label's own share of the distances taken off, "apart" becomes "not descending": labels that would
        // descend are pooled at their mean until none does (isotonic regression).
        var pools = new List<(double Sum, int Count)>();
        for (int index = 0; index < wanted.Count; index++)
        {
            pools.Add((wanted[index] - (index * distance), 1));
            while (pools.Count > 1 && pools[^2].Sum / pools[^2].Count > pools[^1].Sum / pools[^1].Count)
            {
                pools[^2] = (pools[^2].Sum + pools[^1].Sum, pools[^2].Count + pools[^1].Count);
                pools.RemoveAt(pools.Count - 1);
            }
        }

        double greatest = Math.Max(first, last - ((wanted.Count - 1) * distance));
        IEnumerable<double> flat = pools.SelectMany(pool =>
            Enumerable.Repeat(Math.Clamp(pool.Sum / pool.Count, first, greatest), pool.Count));
        return [.. flat.Select((position, index) => position + (index * distance))];
    }
}
