using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Svg;

/// <summary>Explains signs, in as many rows as the width asks for; only signs that occur.</summary>
internal static class Legend
{
    private const double RowHeight = 20;
    private const double SignGap = 6;
    private const double EntryGap = 18;
    private const double SampleWidth = 30;

    /// <summary>Names of curves.</summary>
    public static IEnumerable<LegendEntry> Curves(Chart chart) => chart.Series.Select(series =>
        new LegendEntry(series.Name, SampleWidth, (target, x, y) =>
            SvgShapes.Sample(target, series.Look, x, y, SampleWidth)));

    /// <summary>Shapes of points, the band, and special points.</summary>
    public static IEnumerable<LegendEntry> Signs(Chart chart)
    {
        ChartPoint[] points = [.. chart.Series.SelectMany(series => series.Points)];
        foreach (Verdict verdict in points.Select(point => point.Verdict).Distinct().Order())
        {
            yield return new LegendEntry($"verdict {VerdictWords.Name(verdict)}", 10, (target, x, y) =>
                PointShape.Draw(target, verdict, x + 5, y, tip: null));
        }

        if (points.Any(point => point.Low < point.High))
        {
            yield return new LegendEntry("slowest to fastest run", 20, (target, x, y) => target.Empty(
                "path", ("class", "band"), ("d", $"M{Pixels.Text(x, y - 5)}h20v10h-20z")));
        }

        if (points.Any(point => point.IsKnee))
        {
            yield return new LegendEntry("knee: 95 % within the noise", 14, (target, x, y) =>
                PointShape.Knee(target, x + 7, y));
        }

        if (points.Any(point => point.IsHalfPower))
        {
            yield return new LegendEntry("half power: 50 %", 4, (target, x, y) =>
                PointShape.HalfPower(target, x + 2, y));
        }
    }

    /// <summary>Draws entries side by side while they fit.</summary>
    /// <returns>Where the next thing may start.</returns>
    public static double Draw(MarkupWriter target, IEnumerable<LegendEntry> entries, double top, double width)
    {
        double left = 1;
        double middle = top + (RowHeight / 2);
        double bottom = top;
        target.Open("g", ("class", "ink"));
        foreach (LegendEntry entry in entries)
        {
            string text = TextWidth.Cut(entry.Text, ChartStyle.FontSize, width - entry.SignWidth - SignGap - left);
            double needed = entry.SignWidth + SignGap + TextWidth.Of(entry.Text, ChartStyle.FontSize);
            if (left > 1 && left + needed > width)
            {
                left = 1;
                middle += RowHeight;
                text = TextWidth.Cut(entry.Text, ChartStyle.FontSize, width - entry.SignWidth - SignGap - left);
            }

            entry.Draw(target, left, middle);
            SvgShapes.Text(target, text, left + entry.SignWidth + SignGap, middle + 4);
            left += needed + EntryGap;
            bottom = middle + (RowHeight / 2);
        }

        target.Close().Line();
        return bottom;
    }
}
