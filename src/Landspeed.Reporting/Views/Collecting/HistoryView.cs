using System.Globalization;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Histories;

namespace Landspeed.Reporting.Views.Collecting;

/// <summary>Results in the order in which they were begun: a chart a metric, with a gap where its level changed.</summary>
internal static class HistoryView
{
    // More lines of one chart cannot be distinguished.
    private const int MostLines = 8;

    // More rows would not be read; JSON has all.
    private const int MostRows = 200;

    /// <summary>Makes it.</summary>
    /// <param name="document">Holds the results and the histories.</param>
    /// <param name="viewOf">Shows a result alone.</param>
    public static ReportView Of(ResultDocument document, Func<ResultDocument, ReportView> viewOf)
    {
        PartView[] parts = [.. document.Parts.Select((part, look) => new PartView(part, look, viewOf))];
        HistoryRecord[][] charts = [.. document.Histories.GroupBy(record => (record.Group, record.Metric)).Select(same => same.ToArray())];
        int changes = document.Histories.Sum(record => record.Changes.Count);
        return new ReportView
        {
            Title = $"History of {Format.Count(parts.Length, "result")}",
            Headline =
            [
                [
                    "report  history", Format.Count(parts.Length, "result"),
                    parts.Length > 0 ? $"{Day(parts[0].Document)} to {Day(parts[^1].Document)}" : string.Empty,
                    changes == 0 ? "no change of level" : Format.Count(changes, "change") + " of level",
                ],
            ],
            ConclusionsTitle = "Changes",
            ExpectsConclusions = true,
            Charts = Named([.. charts.Select((records, index) => Chart(document, records, index))]),
            Tables = [.. changes > 0 ? [Changes(document)] : Array.Empty<ReportTable>(), .. charts.Select(records => Values(document, records)), CollectionView.Index(parts)],
        };
    }

    private static Chart Chart(ResultDocument document, HistoryRecord[] records, int index)
    {
        Metric metric = MetricOf(records[0]);
        double divisor = metric.Print == MetricPrint.Throughput ? 1e6 : metric.Print == MetricPrint.Duration ? 1e9 : 1;
        string unit = metric.Print == MetricPrint.Throughput ? "MB/s" : metric.Print == MetricPrint.Duration ? "s" : metric.Heading;
        int[] order = [.. records.SelectMany(record => record.Points).Select(point => point.Part).Distinct().Order()];
        ChartSeries[] series = [.. Chosen(document, records).Select((record, look) => Series(document, record, look, order, metric, divisor))];
        return new Chart
        {
            Name = $"history-{Format.Count(index + 1)}",
            Title = $"{PartGroup.Title(metric)}: {Group(document, records)}",
            Note = $"Medians of each result, in order of their start; a line is broken where its level changed.{Left(records, series.Length)}",
            Description = $"Lines over {Format.Count(order.Length, "result")}: {string.Join(", ", series.Select(one => one.Name))}.",
            Nothing = "no value is known",
            X = LinearAxis.At("result, in order", Enumerable.Range(1, Math.Max(1, order.Length))),
            Y = LinearAxis.Of(unit, series.SelectMany(one => one.Points).Select(point => point.High).DefaultIfEmpty().Max()),
            IsJudged = false,
            Spread = "interval of the median",
            Series = series,
        };
    }

    // Series that differ in an option only have one name.
    private static Chart[] Named(Chart[] charts) =>
    [
        .. charts.Select((chart, index) =>
        {
            int before = charts.Take(index).Count(other => other.Title == chart.Title);
            return before == 0 ? chart : chart with { Title = $"{chart.Title}, series {Format.Count(before + 1)}" };
        }),
    ];

    private static string Left(HistoryRecord[] records, int shown) =>
        shown < records.Length ? $" {Format.Count(records.Length - shown)} more cells are in the table." : string.Empty;

    // Those that changed most, then the best of each curve.
    private static IEnumerable<HistoryRecord> Chosen(ResultDocument document, HistoryRecord[] records)
    {
        Dictionary<string, string?> curves = document.Parts[records[0].Points[0].Part].Cells
            .DistinctBy(cell => cell.Name).ToDictionary(cell => cell.Name, cell => cell.Curve, StringComparer.Ordinal);
        IEnumerable<HistoryRecord> changed = records.Where(record => record.Changes.Count > 0).OrderByDescending(Largest);
        int sign = MetricOf(records[0]).Better == Better.Lower ? -1 : 1;
        IEnumerable<HistoryRecord> best = records.GroupBy(record => curves.GetValueOrDefault(record.Cell) ?? record.Cell)
            .Select(curve => curve.MaxBy(record => sign * record.Points[0].Median)!);
        return changed.Concat(best).Distinct().Take(MostLines);
    }

    private static double Largest(HistoryRecord record) => record.Changes.Max(change => Math.Abs(Math.Log(change.Ratio)));

    private static ChartSeries Series(ResultDocument document, HistoryRecord record, int look, int[] order, Metric metric, double divisor)
    {
        int[] starts = [0, .. record.Changes.Select(change => change.Point), record.Points.Count];
        return new ChartSeries(record.Cell, look, [.. starts.Zip(starts.Skip(1)).Select(level => record.Points.Skip(level.First).Take(level.Second - level.First)
            .Select(point => new ChartPoint
            {
                X = Array.IndexOf(order, point.Part) + 1,
                Y = point.Median / divisor,
                Low = point.Low / divisor,
                High = point.High / divisor,
                Verdict = Verdict.Device,
                Tip = $"{record.Cell}, {CollectionView.Name(document.Parts[point.Part])}: {Format.Cell(metric, point.Median, point.High - point.Low)}",
            }).ToArray())]);
    }

    private static ReportTable Changes(ResultDocument document) => new()
    {
        Title = "Changes of level",
        Columns = ["cell", "metric", "from", "before", "after", "ratio", "interval"],
        Rows = [.. document.Histories.SelectMany(record => record.Changes.Select(change => (record, change)))
            .OrderByDescending(one => Math.Abs(Math.Log(one.change.Ratio))).Take(MostRows).Select(one => (IReadOnlyList<ReportCell>)
            [
                one.record.Cell,
                MetricOf(one.record).Heading,
                CollectionView.Name(document.Parts[one.record.Points[one.change.Point].Part]),
                Format.Cell(MetricOf(one.record), one.change.Before),
                Format.Cell(MetricOf(one.record), one.change.After),
                new ReportCell(Format.Mean(one.change.Ratio), Mark.Warning),
                $"{Format.Mean(one.change.Low)} to {Format.Mean(one.change.High)}",
            ])],
    };

    /// <summary>The median of one or more values in ascending order.</summary>
    internal static double Middle(double[] sorted) =>
        (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;

    // The first, the last and what is between: one column per result would be as wide as the history is long.
    private static ReportTable Values(ResultDocument document, HistoryRecord[] records)
    {
        Metric metric = MetricOf(records[0]);
        return new ReportTable
        {
            Title = $"{PartGroup.Title(metric)}: {Group(document, records)}",
            Columns = ["cell", "results", "first", "median", "least", "most", "last"],
            Rows = [.. records.Take(MostRows).Select(record => (IReadOnlyList<ReportCell>)
            [
                record.Cell,
                Format.Count(record.Points.Count),
                Format.Cell(metric, record.Points[0].Median),
                Format.Cell(metric, Middle([.. record.Points.Select(point => point.Median).Order()])),
                Format.Cell(metric, record.Points.Min(point => point.Median)),
                Format.Cell(metric, record.Points.Max(point => point.Median)),
                Format.Cell(metric, record.Points[^1].Median),
            ])],
        };
    }


    private static string Group(ResultDocument document, HistoryRecord[] records)
    {
        ResultDocument part = document.Parts[records[0].Points[0].Part];
        return $"{part.Kind} {part.Variant}".TrimEnd() + (part.Places.Count > 0 ? $" in {part.Places[0].Path}" : string.Empty);
    }

    // A metric of a later version has its name only.
    private static Metric MetricOf(HistoryRecord record) => Metrics.Find(record.Metric) ?? new Metric(record.Metric, string.Empty);

    private static string Day(ResultDocument document) => document.StartedAt.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
