namespace Landspeed.Reporting.Svg;

/// <summary>Values that were not measured here, dashed across the plot, each with its name.</summary>
internal static class ReferenceLines
{
    private const double Distance = 15; // of two names
    private const double Gap = 4; // between a name and its line
    private const string Dashes = "6 4";

    /// <summary>Draws the lines; the curves go over them.</summary>
    public static void Draw(MarkupWriter target, Chart chart, Frame plot)
    {
        if (chart.References.Count == 0)
        {
            return;
        }

        target.Open("g", ("class", "ink"));
        foreach (ChartReference reference in chart.References)
        {
            Line(target, chart, plot, reference);
        }

        target.Close().Line();
    }

    /// <summary>Draws their names, over the curves.</summary>
    public static void DrawNames(MarkupWriter target, Chart chart, Frame plot)
    {
        (ChartReference Reference, double Y)[] names = [.. chart.References.Select(reference => (reference, Y(chart, plot, reference))).OrderBy(one => one.Item2)];
        double[] places = LabelColumn.Place([.. names.Select(name => name.Y)], Distance, plot.Top + Distance, plot.Bottom - Gap);
        foreach (((ChartReference reference, _), double y) in names.Zip(places))
        {
            Name(target, plot, reference.Name, Right(chart, plot, reference) - Gap, y);
        }
    }

    private static double Y(Chart chart, Frame plot, ChartReference reference) => reference.IsNameBelow
        ? plot.Y(chart.Y.Scale.Share(reference.Low)) + Distance - 2
        : plot.Y(chart.Y.Scale.Share(reference.High)) - Gap;

    private static void Line(MarkupWriter target, Chart chart, Frame plot, ChartReference reference)
    {
        (double left, double right) = (Left(chart, plot, reference), Right(chart, plot, reference));
        (double top, double bottom) = (plot.Y(chart.Y.Scale.Share(reference.High)), plot.Y(chart.Y.Scale.Share(reference.Low)));
        if (top < bottom)
        {
            target.Empty("path", ("class", "band"), ("d", $"M{Pixels.Text(left, top)}H{Pixels.Text(right)}V{Pixels.Text(bottom)}H{Pixels.Text(left)}z"));
        }

        foreach (double y in new[] { top, bottom }.Distinct())
        {
            target.Empty("path", ("class", "axis"), ("stroke-dasharray", Dashes), ("d", $"M{Pixels.Text(left, y)}H{Pixels.Text(right)}"));
        }
    }

    // What lies behind is seen, but does not disturb.
    private static void Name(MarkupWriter target, Frame plot, string name, double right, double y)
    {
        string text = TextWidth.Cut(name, ChartStyle.FontSize, right - plot.Left);
        double width = TextWidth.Of(text, ChartStyle.FontSize);
        target.Empty(
            "path", ("class", "paper"), ("fill-opacity", ".75"),
            ("d", $"M{Pixels.Text(right - width - 2, y - ChartStyle.FontSize + 1)}h{Pixels.Text(width + 4)}v{Pixels.Text(ChartStyle.FontSize + 2)}h-{Pixels.Text(width + 4)}z"));
        SvgShapes.Text(target, text, right, y, "end");
    }

    private static double Left(Chart chart, Frame plot, ChartReference reference) => reference.From is { } x ? plot.X(chart.X.Scale.Share(x)) : plot.Left;

    private static double Right(Chart chart, Frame plot, ChartReference reference) => reference.To is { } x ? plot.X(chart.X.Scale.Share(x)) : plot.Right;
}

/// <summary>A value that was not measured here, to compare with.</summary>
/// <param name="Name">What it is and whose.</param>
/// <param name="Low">On the y axis.</param>
/// <param name="High">The same where it is no range.</param>
internal sealed record ChartReference(string Name, double Low, double High)
{
    /// <summary>From where on the x axis it holds; null: from its start.</summary>
    public double? From { get; init; }

    /// <summary>Up to where it holds; null: to the end.</summary>
    public double? To { get; init; }

    /// <summary>Whether its name stands below it.</summary>
    public bool IsNameBelow { get; init; }

    /// <summary>One value.</summary>
    public static ChartReference At(string name, double value, double? from = null) => new(name, value, value) { From = from };
}
