using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Zones;

namespace Landspeed.Reporting.Views;

/// <summary>The rate over the place in a file.</summary>
internal static class ZonesView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs) => new()
    {
        Headline =
        [
            [
                "zones",
                $"{Cells.Option(document.Setup, ZoneLabels.Operation)}  {Work(document.Setup)}",
                Cells.Count(document),
            ],
            [Cells.Runs(document.Setup), Cells.Seed(document.Setup)],
        ],
        ExpectsConclusions = true,
        Charts = [Rates(document)],
        Tables = [Table(document, costs)],
    };

    private static string Work(SetupRecord setup) =>
        $"{Format.ExactSize(Cells.Number(setup, ZoneLabels.RequestSize) ?? 0)}"
        + $" × {Format.Count(Cells.Number(setup, ZoneLabels.QueueDepth) ?? 0)} in flight"
        + $" × {Format.Count(Cells.Number(setup, ZoneLabels.Threads) ?? 0, "thread")}";

    private static ReportTable Table(ResultDocument document, Costs costs) => new()
    {
        Title = "Each zone",
        Note = "Medians of the runs. The place on the device counts from the start of its partition.",
        IsNumberRow = true,
        Columns =
        [
            "from", "to", Metrics.DevicePlace.Heading, "MB/s", "slowest", "fastest", .. costs.Columns, "verdict",
        ],
        Rows =
        [
            .. document.Cells.Select(cell => (IReadOnlyList<ReportCell>)
            [
                Format.Size(ZoneLabels.OffsetOf(cell)),
                Format.Size(ZoneLabels.OffsetOf(cell) + ZoneLabels.LengthOf(cell)),
                cell[Metrics.DevicePlace] is { } place ? Format.Size((long)place.Median) : ReportCell.Empty,
                Cells.Value(cell, Metrics.Throughput),
                Rate(cell[Metrics.Throughput]?.Min),
                Rate(cell[Metrics.Throughput]?.Max),
                .. costs.Values(cell),
                Cells.Verdicts(cell),
            ]),
        ],
    };

    private static ReportCell Rate(double? bytesPerS) =>
        bytesPerS is { } rate ? Format.Number(rate / 1e6) : ReportCell.Empty;

    private static Chart Rates(ResultDocument document)
    {
        long end = document.Cells.Select(cell => ZoneLabels.OffsetOf(cell) + ZoneLabels.LengthOf(cell)).Max();
        (string unit, double bytes) = end >= 1L << 33 ? ("GiB", 1L << 30) : ("MiB", (double)(1L << 20));
        IReadOnlyList<IReadOnlyList<ChartPoint>> pieces =
            ChartSeries.PiecesOf(document.Cells, cell => Point(cell, bytes));
        ChartPoint[] points = [.. pieces.SelectMany(piece => piece)];
        return new Chart
        {
            Name = "rate-over-place",
            Title = "Rate over the place in the file",
            Note = "One point a zone, at its middle: the median of its runs, with the slowest and the fastest.",
            Description = points.Length == 0 ? "No zone was measured."
                : $"A line over the place in the file: {Format.Number(points[0].Y)} MB/s in the first zone, "
                    + $"{Format.Number(points[^1].Y)} MB/s in the last.",
            X = LinearAxis.Of($"place in the file, {unit}", end / bytes),
            Y = LinearAxis.Of("MB/s", points.Select(point => point.High).DefaultIfEmpty().Max()),
            Series = points.Length == 0 ? [] : [new ChartSeries("rate", 0, pieces)],
            Nothing = "no zone was measured",
        };
    }

    private static ChartPoint? Point(CellRecord cell, double bytes)
    {
        if (cell.State != CellState.Done || cell[Metrics.Throughput] is not { Median: > 0 } rate)
        {
            return null;
        }

        long offset = ZoneLabels.OffsetOf(cell);
        long length = ZoneLabels.LengthOf(cell);
        Verdict verdict = MajorityVerdict.Of(cell);
        return new ChartPoint
        {
            X = (offset + (length / 2.0)) / bytes,
            Y = rate.Median / 1e6,
            Low = rate.Min / 1e6,
            High = rate.Max / 1e6,
            Verdict = verdict,
            Tip = $"{Format.Size(offset)} to {Format.Size(offset + length)}: "
                + $"{Format.Throughput(rate)}, {verdict.ToWord()}",
        };
    }
}
