using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.RunLengths;

namespace Landspeed.Reporting.Views.Patterns;

/// <summary>Throughput and requests of the device over run length, one line per operation and mode.</summary>
internal static class RunLengthCharts
{
    /// <summary>Makes them.</summary>
    public static IReadOnlyList<Chart> Of(ResultDocument document) => [Throughput(document), Requests(document)];

    private static Chart Throughput(ResultDocument document)
    {
        ChartSeries[] series = Series(document, Metrics.Throughput, 1e6, "MB/s");
        ChartPoint[] points = [.. series.SelectMany(one => one.Points)];
        return new Chart
        {
            Name = "throughput",
            Title = "Throughput over run length",
            Note = "Median of the runs of each cell, with their minimum and maximum; reads cold, writes until the data is durable. The points at the right are those of "
                + "the contiguous file." + RateAxis.Note(points),
            Description = Sentences(series, "MB/s"),
            X = Lengths(document),
            Y = RateAxis.Of(points),
            Series = series,
            Nothing = "no cell was measured",
        };
    }

    private static Chart Requests(ResultDocument document)
    {
        ChartSeries[] series = Series(document, Metrics.DeviceRequestsPerMebibyte, 1, "requests/MiB");
        ChartPoint[] points = [.. series.SelectMany(one => one.Points)];
        return new Chart
        {
            Name = "device-requests",
            Title = "Requests of the device over run length",
            Note = "Requests that the device completed per MiB of the work, median of the runs of each cell; both axes are logarithmic.",
            Description = Sentences(series, "requests/MiB"),
            X = Lengths(document),
            Y = DecadeAxis.Of(
                "requests/MiB", points.Select(point => point.Low).DefaultIfEmpty(1).Min(), points.Select(point => point.High).DefaultIfEmpty(256).Max()),
            Series = series,
            IsJudged = false,
            Nothing = "the device has no counters here, or no cell was measured",
        };
    }

    private static ChartSeries[] Series(ResultDocument document, Metric metric, double divisor, string unit) =>
    [
        .. document.Cells.GroupBy(RunLengthLabels.WayOf, StringComparer.Ordinal)
            .Select((cells, look) => new ChartSeries(cells.Key, look, ChartSeries.PiecesOf(
                cells.OrderBy(RunLengthsView.Length),
                cell => cell.State == CellState.Done && cell[metric] is { Median: > 0 and < double.PositiveInfinity } value ? Point(cell, metric, value, divisor, unit) : null)))
            .Where(series => series.Pieces.Count > 0),
    ];

    private static ChartPoint Point(CellRecord cell, Metric metric, IntervalRecord value, double divisor, string unit)
    {
        Verdict verdict = MajorityVerdict.Of(cell);
        double low = value.Min > 0 ? Math.Min(value.Min, value.Median) : value.Median;
        return new ChartPoint
        {
            X = RunLengthsView.Length(cell),
            Y = value.Median / divisor,
            Low = low / divisor,
            High = Math.Max(value.Max, value.Median) / divisor,
            Verdict = verdict,
            Tip = $"{RunLengthLabels.WayOf(cell)}, {RunLengthsView.LengthText(cell)}: {Format.Cell(metric, value)} {unit}, {verdict.ToWord()}",
        };
    }

    private static Axis Lengths(ResultDocument document)
    {
        long[] lengths = [.. document.Cells.Select(RunLengthsView.Length).Where(length => length > 0).DefaultIfEmpty(4096)];
        return SizeAxis.Of("run length", lengths.Min(), lengths.Max());
    }

    private static string Sentences(ChartSeries[] series, string unit) => series.Length == 0 ? "No cell was measured."
        : "Lines over run length, one per operation and mode. " + string.Join(' ', series.Select(one => $"{one.Name}: {Format.Number(one.Points.First().Y)} {unit} in runs of "
            + $"{Format.ExactSize((long)one.Points.First().X)}, {Format.Number(one.Points.Last().Y)} {unit} in runs of {Format.ExactSize((long)one.Points.Last().X)}."));
}
