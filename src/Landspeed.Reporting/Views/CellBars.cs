using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>A metric of cells as bars of a chart.</summary>
internal static class CellBars
{
    /// <summary>The bar of a cell; null: there is no such cell, or it was skipped.</summary>
    /// <param name="cell">A cell in any state.</param>
    /// <param name="metric">What its length shows.</param>
    /// <param name="divisor">From the metric's unit to that of the axis.</param>
    public static Bar? Of(CellRecord? cell, Metric metric, double divisor) => cell switch
    {
        null or { State: CellState.Skipped } => null,
        { State: CellState.Failed } => new Bar { Text = "failed", Tip = cell.Name },
        _ when cell[metric] is { } interval => Of(cell, metric, interval, divisor),
        _ => new Bar { Text = "not measured", Tip = cell.Name },
    };

    /// <summary>The longest of some bars, its range included; 0: there is none.</summary>
    public static double Longest(IEnumerable<BarGroup> groups) => groups.SelectMany(group => group.Bars).Max(bar => bar?.High) ?? 0;

    /// <summary>What a group shows, in words.</summary>
    public static string Sentence(BarGroup group, params IReadOnlyList<string> kinds) => $"{group.Name}: " + string.Join(", ", kinds.Zip(group.Bars)
        .Where(pair => pair.Second is not null).Select(pair => $"{pair.First} {pair.Second!.Text}".TrimStart())) + ".";

    private static Bar Of(CellRecord cell, Metric metric, IntervalRecord interval, double divisor)
    {
        Verdict verdict = MajorityVerdict.Of(cell);
        string letter = verdict == Verdict.Device ? string.Empty : $" {VerdictWords.Letter(verdict)}";
        string text = Format.Cell(metric, interval);
        string unit = metric.Print == MetricPrint.Throughput ? " MB/s" : string.Empty;
        return new Bar
        {
            Value = interval.Median / divisor,
            Low = interval.Min / divisor,
            High = interval.Max / divisor,
            Verdict = verdict,
            Text = text + letter,
            Tip = $"{cell.Name}: {text}{unit}, {verdict.ToWord()}",
        };
    }
}
