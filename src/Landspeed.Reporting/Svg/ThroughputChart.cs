using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Svg;

/// <summary>Throughput over request size.</summary>
internal static class ThroughputChart
{
    /// <summary>Makes it.</summary>
    public static Chart Of(SweepDocument document)
    {
        Dictionary<string, CurveRecord> curves = SweepSeries.CurvesByName(document);
        IReadOnlyList<ChartSeries> series =
            SweepSeries.Of(document, cell => Point(cell, curves.GetValueOrDefault(cell.Curve)));
        double largest = series.SelectMany(one => one.Points).Select(point => point.High).DefaultIfEmpty().Max();
        return new Chart
        {
            Name = "throughput",
            Title = "Throughput over request size",
            Note = "Median of the runs of each cell; writes and extends until the data is durable.",
            Description = series.Count == 0 ? "No cell was measured."
                : "Lines over request size, one a curve. "
                    + string.Join(' ', series.Select(one => Sentence(one, curves.GetValueOrDefault(one.Name)))),
            X = SweepSeries.SizeAxis(document),
            Y = LinearAxis.Of("MB/s", largest),
            Series = series,
            Nothing = "no cell was measured",
        };
    }

    private static ChartPoint? Point(SweepCellRecord cell, CurveRecord? curve)
    {
        if (cell.ThroughputBytesPerS is not { } rate || !IsRate(rate.Median))
        {
            return null;
        }

        Verdict verdict = cell.Verdict ?? Verdict.Unknown;
        return new ChartPoint
        {
            X = cell.RequestSizeBytes,
            Y = rate.Median / 1e6,
            Low = (IsRate(rate.Min) ? Math.Min(rate.Min, rate.Median) : rate.Median) / 1e6,
            High = (IsRate(rate.Max) ? Math.Max(rate.Max, rate.Median) : rate.Median) / 1e6,
            Verdict = verdict,
            Tip = $"{cell.Curve}, {Format.ExactSize(cell.RequestSizeBytes)}: {Format.Throughput(rate.Median)}, "
                + VerdictWords.Name(verdict),
            IsKnee = curve?.KneeRequestSizeBytes == cell.RequestSizeBytes,
            IsHalfPower = curve?.HalfPowerRequestSizeBytes == cell.RequestSizeBytes,
        };
    }

    private static bool IsRate(double value) => double.IsFinite(value) && value >= 0;

    private static string Sentence(ChartSeries series, CurveRecord? curve)
    {
        double low = series.Points.Min(point => point.Y);
        double high = series.Points.Max(point => point.Y);
        string rates = low == high ? Format.Throughput(low * 1e6)
            : $"{Format.Number(low)} to {Format.Throughput(high * 1e6)}";
        string start = $"{series.Name}: {rates} {SweepSeries.Range(series)}";
        return curve switch
        {
            null => $"{start}.",
            { PlateauBytesPerS: { } plateau } => $"{start}, plateau {Format.Throughput(plateau)}"
                + Size(", half power at ", curve.HalfPowerRequestSizeBytes)
                + Size(", knee at ", curve.KneeRequestSizeBytes) + ".",
            _ => $"{start}, plateau not reached.",
        };
    }

    private static string Size(string words, long? bytes) =>
        bytes is { } known ? words + Format.ExactSize(known) : string.Empty;
}
