using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Svg;

/// <summary>Explains signs, in as many rows as the width asks for; only signs that occur.</summary>
internal static class Legend
{
    private const double RowHeight = 20;
    private const double SignGap = 6;
    private const double EntryGap = 18;
    private const double SampleWidth = 30;
    private const double SwatchWidth = 16;

    /// <summary>Names of curves and of values to compare with.</summary>
    public static IEnumerable<LegendEntry> Curves(Chart chart) =>
    [
        .. chart.Series.Select(series => new LegendEntry(series.Name, SampleWidth, (target, x, y) =>
            SvgShapes.Sample(target, series.Look, x, y, SampleWidth))),
        .. chart.References.Select(reference => new LegendEntry(reference.Name, SampleWidth, (target, x, y) =>
            ReferenceLines.Sample(target, x, y, SampleWidth))),
    ];

    /// <summary>Colours that several share.</summary>
    public static IEnumerable<LegendEntry> Colors(IReadOnlyList<(string Name, int Look)> groups) => groups.Select(group =>
        new LegendEntry(group.Name, SwatchWidth, (target, x, y) => target.Empty(
            "path", ("class", $"bar {ChartStyle.Color(group.Look)}"), ("d", Swatch(x, y)))));

    /// <summary>Kinds of bars, each with its colour; none where the axis says what they are.</summary>
    public static IEnumerable<LegendEntry> Kinds(BarChart chart) =>
        chart.Kinds.Count == 1 ? [] : Colors([.. chart.Kinds.Select((name, look) => (name, look))]);

    /// <summary>Filled and empty bars, and the range over them.</summary>
    public static IEnumerable<LegendEntry> Bars(BarChart chart)
    {
        Bar[] bars = [.. chart.Groups.SelectMany(group => group.Bars).OfType<Bar>().Where(bar => bar.Value is not null)];
        if (bars.Length > 0 && chart.IsJudged)
        {
            yield return About("bars:");
        }

        foreach (Verdict verdict in bars.Where(_ => chart.IsJudged).Select(bar => bar.Verdict).Distinct().Order())
        {
            string letter = verdict == Verdict.Device ? string.Empty : $"{VerdictWords.Letter(verdict)}: ";
            yield return new LegendEntry($"{letter}verdict {verdict.ToWord()}", SwatchWidth, (target, x, y) =>
                target.Empty("path", ("class", BarLines.Look(verdict)), ("d", Swatch(x, y))));
        }

        if (bars.Any(bar => bar.Low < bar.High))
        {
            yield return new LegendEntry("slowest to fastest run", 20, (target, x, y) =>
                SvgShapes.Line(target, "range", x, y, x + 20, y));
        }
    }

    /// <summary>Shapes of points, the band, and special points.</summary>
    public static IEnumerable<LegendEntry> Signs(Chart chart)
    {
        ChartPoint[] points = [.. chart.Series.SelectMany(series => series.Points)];
        Verdict[] verdicts = chart.IsJudged ? [.. points.Select(point => point.Verdict).Distinct().Order()] : [];
        if (verdicts.Length > 0)
        {
            yield return About("points:");
        }

        foreach (Verdict verdict in verdicts)
        {
            yield return new LegendEntry($"verdict {verdict.ToWord()}", 10, (target, x, y) =>
                PointShape.Draw(target, verdict, x + 5, y, tip: null));
        }

        if (points.Any(point => point.Low < point.High))
        {
            yield return SeriesLines.HasBands(chart)
                ? new LegendEntry(chart.Spread, 20, (target, x, y) => target.Empty(
                    "path", ("class", "band"), ("d", $"M{Pixels.Text(x, y - 5)}h20v10h-20z")))
                : new LegendEntry(chart.Spread, 4, (target, x, y) =>
                    SvgShapes.Line(target, "whisker", x + 2, y - 7, x + 2, y + 7));
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

    // Signs of points are no more curves than kinds of bars are: a word parts them.
    private static LegendEntry About(string word) => new(word, -SignGap, (_, _, _) => { });

    private static string Swatch(double x, double y) =>
        $"M{Pixels.Text(x, y - 5)}h{Pixels.Text(SwatchWidth)}v10h-{Pixels.Text(SwatchWidth)}z";
}

/// <summary>A sign and what it means.</summary>
/// <param name="Text">What it means.</param>
/// <param name="SignWidth">Pixels that the sign takes.</param>
/// <param name="Draw">Draws the sign: its left end, and the middle of its height.</param>
internal sealed record LegendEntry(string Text, double SignWidth, Action<MarkupWriter, double, double> Draw);
