namespace Landspeed.Reporting.Svg;

/// <summary>
/// Names of curves and of values to compare with, beside the plot, each as near as there is room to what it names.
/// </summary>
internal static class EndLabels
{
    /// <summary>Height of one label with its distance to the next, pixels.</summary>
    public const double Distance = 20;

    private const double MostText = 230;
    private const double SampleStart = 28;
    private const double SampleWidth = 32;
    private const double TextStart = SampleStart + SampleWidth + 6;

    /// <summary>Pixels right of the plot that they take.</summary>
    public static double Width(Chart chart) => TextStart + 4
        + Names(chart).Select(name => TextWidth.Of(Text(name), ChartStyle.FontSize)).DefaultIfEmpty().Max();

    /// <summary>Draws them.</summary>
    /// <param name="target">Where to.</param>
    /// <param name="chart">The chart.</param>
    /// <param name="plot">Where its curves lie.</param>
    /// <param name="scale">Pixels right of the plot that a second axis takes; nothing is drawn over it.</param>
    public static void Draw(MarkupWriter target, Chart chart, Frame plot, double scale)
    {
        double left = plot.Right + scale;
        End[] ends = [.. Ends(chart, plot).OrderBy(end => end.Y)];
        double half = Distance / 2;
        double[] places =
            LabelColumn.Place([.. ends.Select(end => end.Y)], Distance, plot.Top + half, plot.Bottom - half);
        foreach ((End named, double place) in ends.Zip(places))
        {
            string over = scale > 0
                ? $"{Pixels.Text(plot.Right - 2)}M{Pixels.Text(left + 2, named.Y)}H" : string.Empty;
            string start = $"M{Pixels.Text(named.X + 8, named.Y)}H{over}{Pixels.Text(left + 8)}";
            string end = $"L{Pixels.Text(left + SampleStart - 4, place)}";
            target.Empty("path", ("class", "leader"), ("stroke-dasharray", "1 3"), ("d", start + end));
            named.Sample(target, left + SampleStart, place);
            SvgShapes.Text(target, Text(named.Name), left + TextStart, place + 4);
            target.Line();
        }
    }

    private static IEnumerable<string> Names(Chart chart) =>
        chart.Series.Select(series => series.Name).Concat(chart.References.Select(reference => reference.Name));

    private static IEnumerable<End> Ends(Chart chart, Frame plot)
    {
        foreach (ChartSeries series in chart.Series)
        {
            ChartPoint last = series.Points.Last();
            yield return new End(
                series.Name, plot.X(chart.X.Scale.Share(last.X)), plot.Y(chart.Y.Scale.Share(last.Y)),
                (target, x, y) => SvgShapes.Sample(target, series.Look, x, y, SampleWidth));
        }

        foreach (ChartReference reference in chart.References)
        {
            yield return new End(
                reference.Name,
                ReferenceLines.Right(chart, plot, reference), ReferenceLines.Middle(chart, plot, reference),
                (target, x, y) => ReferenceLines.Sample(target, x, y, SampleWidth));
        }
    }

    private static string Text(string name) => TextWidth.Cut(name, ChartStyle.FontSize, MostText);

    /// <summary>Where something ends that has a name.</summary>
    private sealed record End(string Name, double X, double Y, Action<MarkupWriter, double, double> Sample);
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
