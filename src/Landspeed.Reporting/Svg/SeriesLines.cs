using System.Text;

namespace Landspeed.Reporting.Svg;

/// <summary>Bands, lines and points of the curves.</summary>
internal static class SeriesLines
{
    // No one tells more bands over each other apart, nor bands that hide other lines: there each point has a whisker.
    private const int MostBands = 3;
    private const double MostCovered = 1 / 3.0;

    // Whiskers of one x stand beside each other: pixels between two, and of all together. Points at the edge of
    // the plot stay off the labels of the axes.
    private const double Apart = 2;
    private const double MostApart = 8;

    /// <summary>Whether the spread of the runs is a band along the line, not a whisker at each point.</summary>
    public static bool HasBands(Chart chart) =>
        chart.Series.Count <= MostBands && Covered(chart.Series) <= MostCovered;

    /// <summary>Draws them; bands and whiskers first, so that none hides a line.</summary>
    public static void Draw(MarkupWriter target, Chart chart, Frame plot, bool tips)
    {
        foreach ((int index, ChartSeries series) in chart.Series.Index())
        {
            target.Open("g", ("class", ChartStyle.Color(series.Look)));
            Spread(target, chart, Shifted(chart, plot, index), series);
            target.Close().Line();
        }

        foreach ((int index, ChartSeries series) in chart.Series.Index())
        {
            Frame shifted = Shifted(chart, plot, index);
            target.Open("g", ("class", ChartStyle.Color(series.Look)));
            Line(target, chart, shifted, series);
            foreach (ChartPoint point in series.Points)
            {
                Point(target, point, X(chart, shifted, point), Y(chart, shifted, point.Y), tips);
            }

            target.Close().Line();
        }
    }

    // The share of the points whose spread holds another line.
    private static double Covered(IReadOnlyList<ChartSeries> series)
    {
        bool[] pairs =
        [
            .. from one in series
               from other in series
               where !ReferenceEquals(one, other)
               from point in one.Points
               where point.Low < point.High
               from beside in other.Points
               where beside.X == point.X
               select point.Low < beside.Y && beside.Y < point.High,
        ];
        return pairs.Length == 0 ? 0 : pairs.Count(isCovered => isCovered) / (double)pairs.Length;
    }

    private static Frame Shifted(Chart chart, Frame plot, int index)
    {
        int others = chart.Series.Count - 1;
        bool isAlone = HasBands(chart)
            || !chart.Series.SelectMany(one => one.Points).Any(point => point.Low < point.High);
        return isAlone ? plot
            : plot with { Left = plot.Left + ((index - (others / 2.0)) * Math.Min(Apart, MostApart / others)) };
    }

    private static void Spread(MarkupWriter target, Chart chart, Frame plot, ChartSeries series)
    {
        if (HasBands(chart))
        {
            foreach (IReadOnlyList<ChartPoint> piece in series.Pieces)
            {
                Band(target, chart, plot, piece);
            }

            return;
        }

        IEnumerable<string> whiskers =
            from point in series.Points
            where point.Low < point.High
            let foot = Pixels.Text(X(chart, plot, point), Y(chart, plot, point.Low))
            select $"M{foot}V{Pixels.Text(Y(chart, plot, point.High))}";
        if (string.Concat(whiskers) is { Length: > 0 } path)
        {
            target.Empty("path", ("class", "whisker"), ("d", path));
        }
    }

    private static void Band(MarkupWriter target, Chart chart, Frame plot, IReadOnlyList<ChartPoint> piece)
    {
        if (piece is [var only])
        {
            double x = X(chart, plot, only);
            SvgShapes.Line(target, "span", x, Y(chart, plot, only.Low), x, Y(chart, plot, only.High));
            return;
        }

        IEnumerable<string> upper = piece
            .Select(point => Pixels.Text(X(chart, plot, point), Y(chart, plot, point.High)));
        IEnumerable<string> lower = piece.Reverse()
            .Select(point => Pixels.Text(X(chart, plot, point), Y(chart, plot, point.Low)));
        target.Empty("path", ("class", "band"), ("d", $"M{string.Join('L', upper.Concat(lower))}z"));
    }

    private static void Line(MarkupWriter target, Chart chart, Frame plot, ChartSeries series)
    {
        var path = new StringBuilder();
        foreach (IReadOnlyList<ChartPoint> piece in series.Pieces.Where(piece => piece.Count > 1))
        {
            path.Append('M').AppendJoin('L', piece.Select(point =>
                Pixels.Text(X(chart, plot, point), Y(chart, plot, point.Y))));
        }

        if (path.Length > 0)
        {
            target.Empty(
                "path", ("class", "line"), ("stroke-dasharray", SvgShapes.Dash(series.Look)), ("d", path.ToString()));
        }
    }

    private static void Point(MarkupWriter target, ChartPoint point, double x, double y, bool tips)
    {
        if (point.IsHalfPower)
        {
            PointShape.HalfPower(target, x, y);
        }

        if (point.IsKnee)
        {
            PointShape.Knee(target, x, y);
        }

        PointShape.Draw(target, point.Verdict, x, y, tips ? point.Tip : null);
    }

    private static double X(Chart chart, Frame plot, ChartPoint point) => plot.X(chart.X.Scale.Share(point.X));

    private static double Y(Chart chart, Frame plot, double value) => plot.Y(chart.Y.Scale.Share(value));
}
