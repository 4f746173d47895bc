using System.Text;

namespace Landspeed.Reporting.Svg;

/// <summary>Bands, lines and points of the curves.</summary>
internal static class SeriesLines
{
    /// <summary>Draws them; bands first, so that none hides a line.</summary>
    public static void Draw(MarkupWriter target, Chart chart, Frame plot, bool tips)
    {
        foreach (ChartSeries series in chart.Series)
        {
            target.Open("g", ("class", ChartStyle.Color(series.Look)));
            foreach (IReadOnlyList<ChartPoint> piece in series.Pieces)
            {
                Band(target, chart, plot, piece);
            }

            target.Close().Line();
        }

        foreach (ChartSeries series in chart.Series)
        {
            target.Open("g", ("class", ChartStyle.Color(series.Look)));
            Line(target, chart, plot, series);
            foreach (ChartPoint point in series.Points)
            {
                Point(target, point, X(chart, plot, point), Y(chart, plot, point.Y), tips);
            }

            target.Close().Line();
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
