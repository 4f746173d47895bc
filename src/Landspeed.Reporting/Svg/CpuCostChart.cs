using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Svg;

/// <summary>Processor cost over request size.</summary>
internal static class CpuCostChart
{
    /// <summary>Makes it.</summary>
    public static Chart Of(SweepDocument document)
    {
        Dictionary<string, CurveRecord> curves = SweepSeries.CurvesByName(document);
        IReadOnlyList<ChartSeries> series = SweepSeries.Of(document, Point);
        ChartPoint[] points = [.. series.SelectMany(one => one.Points)];
        return new Chart
        {
            Name = "cpu-cost",
            Title = "Processor cost over request size",
            Note = "Process time a byte, user and kernel, median of the runs of each cell; both axes are logarithmic.",
            Description = series.Count == 0 ? "No processor cost was measured."
                : "Lines over request size, one a curve. "
                    + string.Join(' ', series.Select(one => Sentence(one, curves.GetValueOrDefault(one.Name)))),
            X = SweepSeries.SizeAxis(document),
            Y = DecadeAxis.Of(
                "ns/B", points.Select(point => point.Low).DefaultIfEmpty(0.1).Min(),
                points.Select(point => point.High).DefaultIfEmpty(10).Max()),
            Series = series,
            Nothing = "no processor cost was measured",
        };
    }

    /// <summary>A cost of 0 is one too short for the clock, and has no place on a logarithmic axis.</summary>
    private static ChartPoint? Point(SweepCellRecord cell)
    {
        if (cell.CpuNsPerByte is not { } cost || !IsCost(cost.Median))
        {
            return null;
        }

        Verdict verdict = cell.Verdict ?? Verdict.Unknown;
        return new ChartPoint
        {
            X = cell.RequestSizeBytes,
            Y = cost.Median,
            Low = IsCost(cost.Min) ? Math.Min(cost.Min, cost.Median) : cost.Median,
            High = IsCost(cost.Max) ? Math.Max(cost.Max, cost.Median) : cost.Median,
            Verdict = verdict,
            Tip = $"{cell.Curve}, {Format.ExactSize(cell.RequestSizeBytes)}: {Format.Number(cost.Median)} ns/B, "
                + VerdictWords.Name(verdict),
        };
    }

    private static bool IsCost(double value) => double.IsFinite(value) && value > 0;

    private static string Sentence(ChartSeries series, CurveRecord? curve)
    {
        double low = series.Points.Min(point => point.Y);
        double high = series.Points.Max(point => point.Y);
        string costs = low == high
            ? $"{Format.Number(low)} ns/B"
            : $"{Format.Number(low)} to {Format.Number(high)} ns/B";
        string floor = curve is { CpuFloorNsPerByte: { } cost, CpuFloorRequestSizeBytes: { } size }
            ? $", floor {Format.Number(cost)} ns/B from {Format.ExactSize(size)} on"
            : string.Empty;
        return $"{series.Name}: {costs} {SweepSeries.Range(series)}{floor}.";
    }
}
