using System.Globalization;

namespace Landspeed.Reporting.Svg;

/// <summary>Ratios below each other: a dot with a line for its interval, on a logarithmic axis around 1 with a band around it.</summary>
internal sealed record RatioChart : Picture
{
    private const double RowHeight = 18;
    private const double NarrowRowHeight = 38; // the name stands above the dot
    private const double NarrowTextAbove = 14; // from the dot up to the base line of the name
    private const double NarrowMargin = 18; // half of a label of the axis
    private const double NameGap = 8;
    private const double MostName = 320;
    private const double TextGap = 8;
    private const double DotRadius = 4;

    // What lies farther out is drawn to the edge; its numbers stand beside it.
    private const double MostRatio = 100;

    private static readonly double[][] s_ticks =
    [
        [0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4, 1.5],
        [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 2.5, 3, 5, 10, 20, 50, 100],
        [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.7, 1, 1.5, 2, 5, 10, 20, 50, 100],
        [0.01, 0.1, 0.5, 1, 2, 10, 100],
        [0.01, 0.1, 1, 10, 100],
        [1],
    ];

    /// <summary>How many times as much still counts as equal, above 1.</summary>
    public required double Band { get; init; }

    /// <summary>From top to bottom.</summary>
    public required IReadOnlyList<RatioRow> Rows { get; init; }

    /// <inheritdoc/>
    public override bool IsEmpty => Rows.Count == 0;

    /// <inheritdoc/>
    public override double Draw(MarkupWriter target, ChartSize size, double top)
    {
        double left = size.LabelsBeside ? NameGap + Rows.Max(row => TextWidth.Of(Cut(row, MostName), ChartStyle.FontSize)) : NarrowMargin;
        double right = size.LabelsBeside ? TextGap + 2 + Rows.Max(row => TextWidth.Of(row.Text, ChartStyle.FontSize)) : NarrowMargin;
        double height = size.LabelsBeside ? RowHeight : NarrowRowHeight;
        var plot = new Frame(left, top + 12, size.Width - left - right, (height * Rows.Count) + NameGap);
        Axis axis = AxisOf();
        Grid(target, axis, plot);
        foreach ((int index, RatioRow row) in Rows.Index())
        {
            double y = plot.Top + (NameGap / 2) + (height * (index + 1)) - (RowHeight / 2);
            if (size.LabelsBeside)
            {
                SvgShapes.Text(target, Cut(row, MostName), plot.Left - NameGap, y + 4, "end");
                SvgShapes.Text(target, row.Text, plot.Right + TextGap, y + 4);
            }
            else
            {
                double rest = plot.Width - NameGap - TextWidth.Of(row.Text, ChartStyle.FontSize);
                SvgShapes.Text(target, Cut(row, rest), plot.Left, y - NarrowTextAbove);
                SvgShapes.Text(target, row.Text, plot.Right, y - NarrowTextAbove, "end");
            }

            Row(target, row, axis, plot, y, size);
            target.Line();
        }

        return plot.Bottom + 50;
    }

    private static string Cut(RatioRow row, double most) => TextWidth.Cut(row.Name, ChartStyle.FontSize, most);

    // Symmetric around 1, so that twice and half as much look alike.
    private Axis AxisOf()
    {
        double far = Math.Max(Band * Band, Rows.Max(row => new[] { row.High, 1 / row.Low, row.Ratio, 1 / row.Ratio }.Max()));
        double end = Math.Min(far * 1.02, MostRatio);
        return new Axis(string.Empty, new LogScale(1 / end, end), [.. s_ticks.Select(ticks => (IReadOnlyList<Tick>)[.. ticks
            .Where(tick => tick >= 1 / end && tick <= end).Select(tick => new Tick(tick, $"{tick.ToString("0.##", CultureInfo.InvariantCulture)}"))])]);
    }

    private void Grid(MarkupWriter target, Axis axis, Frame plot)
    {
        double low = plot.X(axis.Scale.Share(1 / Band));
        double high = plot.X(axis.Scale.Share(Band));
        target.Open("g", ("class", ChartStyle.Color(RatioRow.Grey)));
        target.Empty("path", ("class", "band"), ("d", $"M{Pixels.Text(low, plot.Top)}H{Pixels.Text(high)}V{Pixels.Text(plot.Bottom)}H{Pixels.Text(low)}z"));
        target.Close();
        foreach (Tick tick in axis.Fitting(plot.Width, label => TextWidth.Of(label, ChartStyle.FontSize) + 8))
        {
            double x = plot.X(axis.Scale.Share(tick.Value));
            SvgShapes.Line(target, tick.Value == 1 ? "axis" : "grid", x, plot.Top, x, plot.Bottom);
            SvgShapes.Text(target, tick.Label, x, plot.Bottom + 17, "middle");
        }

        string title = Rows.Any(row => IsFar(axis, row.Ratio)) ? "ratio; an arrow: beyond the axis" : "ratio";
        SvgShapes.Text(target, title, plot.X(0.5), plot.Bottom + 37, "middle");
        target.Line();
    }

    private static bool IsFar(Axis axis, double ratio) =>
        ratio <= 0 || axis.Scale.Share(ratio) is var share && share is < 0 or > 1;

    private static void Row(MarkupWriter target, RatioRow row, Axis axis, Frame plot, double y, ChartSize size)
    {
        double X(double ratio) => plot.X(Math.Clamp(axis.Scale.Share(Math.Max(ratio, 1 / MostRatio / MostRatio)), 0, 1));
        target.Open("g", ("class", ChartStyle.Color(row.Look)));
        if (row.Low < row.High)
        {
            SvgShapes.Line(target, "range", X(row.Low), y, X(row.High), y);
        }

        double x = X(row.Ratio);
        double tip = row.Ratio < 1 ? -2 * DotRadius : 2 * DotRadius;
        string arrow = $"M{Pixels.Text(x + tip, y)}L{Pixels.Text(x, y - DotRadius)}V{Pixels.Text(y + DotRadius)}z";
        string circle = $"M{Pixels.Text(x - DotRadius, y)}a{Pixels.Text(DotRadius)} {Pixels.Text(DotRadius)} 0 1 0 {Pixels.Text(2 * DotRadius)} 0"
            + $"a{Pixels.Text(DotRadius)} {Pixels.Text(DotRadius)} 0 1 0 {Pixels.Text(-2 * DotRadius)} 0z";
        target.Open(
            "path", ("class", row.IsTold ? "full" : "hollow"), ("d", IsFar(axis, row.Ratio) ? arrow : circle));
        if (size.Tips)
        {
            target.Leaf("title", row.Tip);
        }

        target.Close().Close();
    }
}

/// <summary>One ratio.</summary>
/// <param name="Name">What it is of.</param>
/// <param name="Ratio">Above 0.</param>
internal sealed record RatioRow(string Name, double Ratio)
{
    /// <summary>The colour of an improvement.</summary>
    public const int Good = 2;

    /// <summary>The colour of the opposite.</summary>
    public const int Bad = 1;

    /// <summary>The colour of everything else.</summary>
    public const int Grey = 6;

    /// <summary>Lower end of the interval, 0 or more.</summary>
    public required double Low { get; init; }

    /// <summary>Upper end, may be infinite.</summary>
    public required double High { get; init; }

    /// <summary>Its colour.</summary>
    public required int Look { get; init; }

    /// <summary>Whether it is conclusive; otherwise the dot is hollow.</summary>
    public required bool IsTold { get; init; }

    /// <summary>What stands beside it.</summary>
    public required string Text { get; init; }

    /// <summary>What pointing at it shows.</summary>
    public required string Tip { get; init; }
}
