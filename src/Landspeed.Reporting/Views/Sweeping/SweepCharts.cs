using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Sweeping;

/// <summary>Throughput and CPU cost over request size, one line per curve.</summary>
internal static class SweepCharts
{
    /// <summary>Makes them.</summary>
    /// <param name="document">The sweep; may be partial, and even without any measured cell.</param>
    /// <param name="costs">The clock of the second scale.</param>
    public static IReadOnlyList<Chart> Of(ResultDocument document, Costs costs)
    {
        Dictionary<string, CurveRecord> curves =
            document.Curves.DistinctBy(curve => curve.Name).ToDictionary(curve => curve.Name, StringComparer.Ordinal);
        return [Throughput(document, curves), Cost(document, curves, costs)];
    }

    private static Chart Throughput(ResultDocument document, Dictionary<string, CurveRecord> curves)
    {
        ChartSeries[] series = Series(document, cell => Throughput(cell, curves.GetValueOrDefault(cell.Curve ?? string.Empty)));
        ChartPoint[] points = [.. series.SelectMany(one => one.Points)];
        return new Chart
        {
            Name = "throughput",
            Title = "Throughput over request size",
            Note = "Median of the runs of each cell; writes and extends until the data is durable." + RateAxis.Note(points),
            Description = series.Length == 0 ? "No cell was measured."
                : "Lines over request size, one per curve. "
                    + string.Join(' ', series.Select(one => Rates(one, curves.GetValueOrDefault(one.Name)))),
            X = Sizes(document),
            Y = RateAxis.Of(points),
            Series = series,
            Nothing = "no cell was measured",
        };
    }

    private static Chart Cost(ResultDocument document, Dictionary<string, CurveRecord> curves, Costs costs)
    {
        ChartSeries[] series = Series(document, cell => Cost(cell, costs));
        ChartPoint[] points = [.. series.SelectMany(one => one.Points)];
        Axis ns = DecadeAxis.Of(
            "ns/B", points.Select(point => point.Low).DefaultIfEmpty(0.1).Min(), points.Select(point => point.High).DefaultIfEmpty(10).Max());
        return new Chart
        {
            Name = "cpu-cost",
            Title = "CPU cost over request size",
            Note = $"CPU time of the process per byte, user and kernel, median of the runs of each cell; both axes are logarithmic. {costs.ScaleNote}",
            Description = series.Length == 0 ? "No CPU cost was measured."
                : "Lines over request size, one per curve. "
                    + string.Join(' ', series.Select(one => Costs(one, curves.GetValueOrDefault(one.Name)))),
            X = Sizes(document),
            Y = ns,
            Right = costs.Cycles(1) is { } factor ? DecadeAxis.Beside(ns, "cycles/B", factor) : null,
            Series = series,
            Nothing = "no CPU cost was measured",
        };
    }

    // The look goes by the order of the curves in the whole sweep, so that it is the same in all charts, and in a partial sweep.
    private static ChartSeries[] Series(ResultDocument document, Func<CellRecord, ChartPoint?> point) =>
    [
        .. document.Cells.GroupBy(cell => cell.Curve ?? string.Empty)
            .Select((cells, look) => new ChartSeries(cells.Key, look, ChartSeries.PiecesOf(
                cells.OrderBy(SweepTable.Size),
                cell => cell.State == CellState.Done && SweepTable.Size(cell) > 0 ? point(cell) : null)))
            .Where(series => series.Pieces.Count > 0),
    ];

    private static Axis Sizes(ResultDocument document)
    {
        long[] sizes = [.. document.Cells.Select(SweepTable.Size).Where(size => size > 0).DefaultIfEmpty(4096)];
        return SizeAxis.Of("request size", sizes.Min(), sizes.Max());
    }

    private static ChartPoint? Throughput(CellRecord cell, CurveRecord? curve)
    {
        if (cell[Metrics.Throughput] is not { Median: >= 0 and < double.PositiveInfinity } rate)
        {
            return null;
        }

        long size = SweepTable.Size(cell);
        return Point(cell, rate, 1e6, Format.Throughput(rate)) with
        {
            IsKnee = curve?.KneeRequestSizeBytes == size,
            IsHalfPower = curve?.HalfPowerRequestSizeBytes == size,
        };
    }

    // A cost of 0 is one too short for the clock, and has no place on a logarithmic axis.
    private static ChartPoint? Cost(CellRecord cell, Costs costs) =>
        cell[Metrics.CpuPerByte] is not { Median: > 0 and < double.PositiveInfinity } cost ? null
            : Point(cell, cost with { Min = cost.Min > 0 ? cost.Min : cost.Median }, 1,
                $"{Format.Cell(Metrics.CpuPerByte, cost)} ns/B"
                + (costs.Cycles(cost.Median) is { } cycles ? $", {Format.Number(cycles)} cycles/B" : string.Empty));

    private static ChartPoint Point(CellRecord cell, IntervalRecord interval, double divisor, string text)
    {
        Verdict verdict = MajorityVerdict.Of(cell);
        long size = SweepTable.Size(cell);
        double low = double.IsFinite(interval.Min) ? Math.Min(interval.Min, interval.Median) : interval.Median;
        double high = double.IsFinite(interval.Max) ? Math.Max(interval.Max, interval.Median) : interval.Median;
        return new ChartPoint
        {
            X = size,
            Y = interval.Median / divisor,
            Low = low / divisor,
            High = high / divisor,
            Verdict = verdict,
            Tip = $"{cell.Curve}, {Format.ExactSize(size)}: {text}, {verdict.ToWord()}",
        };
    }

    private static string Rates(ChartSeries series, CurveRecord? curve)
    {
        string start = $"{series.Name}: {Span(series, " MB/s")} {Range(series)}";
        return curve switch
        {
            null => $"{start}.",
            { PlateauBytesPerS: { } plateau } => $"{start}, plateau {Format.Throughput(plateau)}"
                + Size(", half power at ", curve.HalfPowerRequestSizeBytes) + Size(", knee at ", curve.KneeRequestSizeBytes) + ".",
            _ => $"{start}, plateau not reached.",
        };
    }

    private static string Costs(ChartSeries series, CurveRecord? curve)
    {
        string floor = curve is { CpuFloorNsPerByte: { } cost, CpuFloorRequestSizeBytes: { } size }
            ? $", floor {Format.Number(cost)} ns/B from {Format.ExactSize(size)} on"
            : string.Empty;
        return $"{series.Name}: {Span(series, " ns/B")} {Range(series)}{floor}.";
    }

    private static string Span(ChartSeries series, string unit)
    {
        string low = Format.Number(series.Points.Min(point => point.Y));
        string high = Format.Number(series.Points.Max(point => point.Y));
        return low == high ? low + unit : $"{low} to {high}{unit}";
    }

    private static string Range(ChartSeries series)
    {
        string first = Format.ExactSize((long)series.Points.First().X);
        string last = Format.ExactSize((long)series.Points.Last().X);
        return first == last ? $"at {first}" : $"from {first} to {last}";
    }

    private static string Size(string words, long? bytes) => bytes is { } known ? words + Format.ExactSize(known) : string.Empty;
}
