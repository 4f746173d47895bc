using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Comparing;
using Landspeed.Results.MetricGroups;

namespace Landspeed.Reporting.Views.Comparing;

/// <summary>Ratios with their intervals, of the rate and of the CPU time.</summary>
internal static class RatioCharts
{
    // As many names as a screen shows.
    private const int MostRows = 40;

    /// <summary>A chart for each metric that leads its group; of a single cell one of all metrics that tables show.</summary>
    public static IEnumerable<RatioChart> Of(ComparedPair pair)
    {
        if (pair.Record.Cells == 1)
        {
            yield return Chart(
                pair, "metrics", "All metrics",
                [.. pair.Metrics.Where(metric => metric.Formats.HasFlag(MetricFormats.Table)).SelectMany(metric => pair.Of(metric).Select(one => (metric.Heading, metric, one)))]);
            yield break;
        }

        foreach (Metric metric in new[] { pair.Leading(MetricGroup.Rate), pair.Leading(MetricGroup.Cpu) }.OfType<Metric>())
        {
            yield return Chart(pair, metric.Name.Replace('_', '-'), metric.Heading, [.. pair.Of(metric).Select(one => (one.Cell, metric, one))]);
        }
    }

    private static RatioChart Chart(ComparedPair pair, string name, string title, IReadOnlyList<(string Name, Metric Metric, ComparisonRecord Comparison)> all)
    {
        (string Name, Metric Metric, ComparisonRecord Comparison)[] rows = [.. all.Where(row => row.Comparison.Ratio is > 0).Take(MostRows)];
        string cut = all.Count > rows.Length ? $" {Format.Count(rows.Length)} of {Format.Count(all.Count)} are drawn, differences first." : string.Empty;
        string better = rows.Length == 0 || rows.Any(row => row.Metric.Better != rows[0].Metric.Better) ? string.Empty
            : rows[0].Metric.Better == Better.Higher ? " Right is better." : " Left is better.";
        return new RatioChart
        {
            Name = $"ratios-{Format.Count(pair.Record.Other)}-{name}",
            Title = $"{title}: {pair.Name} / {pair.Baseline}",
            Note = $"Dots: ratios; lines: 95 % intervals; the band is what counts as equal, {Format.Short(pair.BandPct)} %.{better}{cut}",
            Description = string.Join(' ', rows.Where(row => ComparedPair.IsDifferent(row.Comparison)).Take(10)
                .Select(row => $"{row.Name}: {CompareTables.Ratio(row.Comparison.Ratio)}.").DefaultIfEmpty("No difference is drawn.")),
            Nothing = "No ratio is known.",
            Band = 1 + (pair.BandPct / 100),
            Rows = [.. rows.Select(row => Row(row.Name, row.Metric, row.Comparison))],
        };
    }

    private static RatioRow Row(string name, Metric metric, ComparisonRecord comparison)
    {
        string word = ComparedMetric.WordOf(metric, comparison.Word);
        return new RatioRow(name, comparison.Ratio!.Value)
        {
            Low = comparison.ConfidencePct > 0 ? comparison.RatioLow ?? 0 : comparison.Ratio.Value,
            High = comparison.ConfidencePct > 0 ? comparison.RatioHigh ?? double.PositiveInfinity : comparison.Ratio.Value,
            Look = comparison.Word switch { ComparisonWord.Better => RatioRow.Good, ComparisonWord.Worse => RatioRow.Bad, _ => RatioRow.Grey },
            IsTold = comparison.Word != ComparisonWord.CannotTell,
            Text = $"{CompareTables.Ratio(comparison.Ratio)} {word}",
            Tip = $"{name}: {CompareTables.Ratio(comparison.Ratio)} ({CompareTables.Interval(comparison)}), {word}; "
                + $"A {Format.Cell(metric, comparison.Baseline.Median)}, B {Format.Cell(metric, comparison.Value.Median)}",
        };
    }
}
