using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>Values with their intervals.</summary>
internal static class Intervals
{
    /// <summary>The median, below it the interval, and how many runs stand apart.</summary>
    /// <param name="page">Where to.</param>
    /// <param name="interval">The value.</param>
    /// <param name="scaled">To the unit of the table.</param>
    public static void Write(MarkupWriter page, IntervalRecord interval, Func<double, double> scaled)
    {
        page.Text(Format.Number(scaled(interval.Median)));
        page.Leaf("small", interval.Runs == 1
            ? "single run"
            : $"{Format.Number(scaled(interval.Low))} – {Format.Number(scaled(interval.High))}");
        if (interval.OutlierRuns.Count > 0)
        {
            page.Leaf("small", Format.Count(interval.OutlierRuns.Count, "outlier"), ("class", "doubt"));
        }
    }

    /// <summary>How sure the intervals are, in words to be put behind "interval"; empty for single runs.</summary>
    public static string Confidence(SweepDocument document, Func<SweepCellRecord, IntervalRecord?> value)
    {
        double[] known = [.. document.Cells.Select(cell => value(cell)?.ConfidencePct).OfType<double>()];
        return known.Length == 0 ? string.Empty
            : known.Min() == known.Max() ? $" with a confidence of {Format.Short(known[0])} %"
            : $" with a confidence of {Format.Short(known.Min())} to {Format.Short(known.Max())} %";
    }
}
