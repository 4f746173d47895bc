namespace Landspeed.Reporting.Svg;

/// <summary>Values to compare with, dashed across the plot; their names stand beside or below it.</summary>
internal static class ReferenceLines
{
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

    /// <summary>A piece of such a line, as legends show it.</summary>
    public static void Sample(MarkupWriter target, double x, double y, double width) => target.Empty(
        "path", ("class", "axis"), ("stroke-dasharray", Dashes), ("d", $"M{Pixels.Text(x, y)}h{Pixels.Text(width)}"));

    /// <summary>Where a line ends.</summary>
    public static double Right(Chart chart, Frame plot, ChartReference reference) =>
        reference.To is { } x ? Math.Min(plot.Right, plot.X(chart.X.Scale.Share(x))) : plot.Right;

    /// <summary>The height of a line; of a range its middle.</summary>
    public static double Middle(Chart chart, Frame plot, ChartReference reference) =>
        (Y(chart, plot, reference.Low) + Y(chart, plot, reference.High)) / 2;

    private static void Line(MarkupWriter target, Chart chart, Frame plot, ChartReference reference)
    {
        (string left, string right) =
            (Pixels.Text(Left(chart, plot, reference)), Pixels.Text(Right(chart, plot, reference)));
        (double top, double bottom) = (Y(chart, plot, reference.High), Y(chart, plot, reference.Low));
        if (top < bottom)
        {
            string box = $"M{left} {Pixels.Text(top)}H{right}V{Pixels.Text(bottom)}H{left}z";
            target.Empty("path", ("class", "band"), ("d", box));
        }

        foreach (double y in new[] { top, bottom }.Distinct())
        {
            target.Empty(
                "path", ("class", "axis"), ("stroke-dasharray", Dashes), ("d", $"M{left} {Pixels.Text(y)}H{right}"));
        }
    }

    private static double Left(Chart chart, Frame plot, ChartReference reference) =>
        reference.From is { } x ? Math.Max(plot.Left, plot.X(chart.X.Scale.Share(x))) : plot.Left;

    private static double Y(Chart chart, Frame plot, double value) => plot.Y(chart.Y.Scale.Share(value));
}

/// <summary>A value to compare with: of others, or of another cell.</summary>
/// <param name="Name">What it is and whose.</param>
/// <param name="Low">On the y axis.</param>
/// <param name="High">The same where it is no range.</param>
internal sealed record ChartReference(string Name, double Low, double High)
{
    /// <summary>From where on the x axis it holds; null: from its start.</summary>
    public double? From { get; init; }

    /// <summary>Up to where it holds; null: to the end.</summary>
    public double? To { get; init; }

    /// <summary>One value.</summary>
    public static ChartReference At(string name, double value, double? from = null, double? to = null) =>
        new(name, value, value) { From = from, To = to };
}
