using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Sweeping;

/// <summary>
/// One metric of a sweep's cells: one row per request size, one column per curve, below them the course of each column. Its layout depends on the
/// plan, not on what is measured, so that it stays calm while it fills up.
/// </summary>
internal static class SweepTable
{
    /// <summary>Label of a cell.</summary>
    public const string Operation = "operation";

    private const string RequestSize = "request_size_bytes";
    private const double NoisySpreadPct = 25;
    private const int FewestRuns = 3;
    private const int LeastWidth = 6; // the digits of 12,345

    // So that six curves fit into 80 columns; more values share bars.
    private const int MostBars = 12;

    private static readonly SignMeaning[] s_key =
    [
        new("*", "best of the column"),
        new("~", "spread over 25 % or under 3 runs"),
        new("c", "from or into the page cache"),
        new("h", "from holes"),
        new("m", "mixed: the device moved a part"),
        new("u", "unknown: no device counters"),
        new("-", "skipped"),
        new("·", "to come"),
    ];

    /// <summary>Makes it of cells in any state, by curve.</summary>
    /// <param name="cells">The cells.</param>
    /// <param name="metric">What it shows.</param>
    /// <param name="note">How to read it; null: it says itself.</param>
    public static ReportTable Of(IReadOnlyList<CellRecord> cells, Metric metric, string? note = null)
    {
        long[] sizes = [.. cells.Select(Size).Distinct().Order()];
        Curve[] curves = [.. cells.GroupBy(cell => cell.Curve, StringComparer.Ordinal).Select((curve, look) => new Curve(curve, look, metric))];
        bool isCost = metric.Print == MetricPrint.Cost;
        return new ReportTable
        {
            Title = metric == Metrics.CpuPerByte ? "CPU time of the process in ns per byte"
                : isCost ? "CPU time of the process in cycles per byte"
                : "Throughput in MB/s, of writes until durable",
            PageNote = "The median of the runs; below it the interval that contains the true median" + Confidence(cells, metric) + "."
                + (isCost ? note is null ? string.Empty : $" {note}" : " The word beside it says where the bytes came from or went."),
            Note = isCost ? string.Join(' ', new[] { note, "Bars on a log scale." }.OfType<string>()) : note,
            Key = s_key,
            SignWidth = 3,
            IsNumberRow = true,
            Columns = [new ReportColumn("request") { PageHeading = "Request size" }, .. curves.Select(curve => curve.Column(sizes, isCost))],
            Rows = [.. sizes.Select(size => (IReadOnlyList<ReportCell>)
                [Format.ExactSize(size), .. curves.Select(curve => curve.Cell(size, isCost))])],
        };
    }

    /// <summary>Bytes of one request.</summary>
    public static long Size(CellRecord cell) => Cells.Number(cell, RequestSize);

    /// <summary>The names of the curves in the order of their cells.</summary>
    public static string[] CurvesOf(IEnumerable<CellRecord> cells) => [.. cells.Select(cell => cell.Curve ?? string.Empty).Distinct()];

    private static string Confidence(IReadOnlyList<CellRecord> cells, Metric metric)
    {
        double[] known = [.. cells.Select(cell => cell[metric]?.ConfidencePct).OfType<double>()];
        return known.Length == 0 ? string.Empty
            : known.Min() == known.Max() ? $" with a confidence of {Format.Number(known[0])} %"
            : $" with a confidence of {Format.Number(known.Min())} to {Format.Number(known.Max())} %";
    }

    private sealed class Curve
    {
        private readonly Dictionary<long, CellRecord> _cells;
        private readonly CellRecord _any;
        private readonly int _look;
        private readonly Metric _metric;
        private readonly double? _best;

        public Curve(IEnumerable<CellRecord> cells, int look, Metric metric)
        {
            _cells = cells.DistinctBy(Size).ToDictionary(Size);
            _any = _cells.Values.First();
            _look = look;
            _metric = metric;
            _best = Cells.Best(_cells.Values.Where(cell => cell.State == CellState.Done), metric);
        }

        public ReportColumn Column(long[] sizes, bool isCost) => new(Method())
        {
            Above = _any.Labels.GetValueOrDefault(Operation, string.Empty),
            PageHeading = _any.Curve,
            Look = _look,
            LeastWidth = LeastWidth,
            LeastBars = Math.Min(MostBars, _cells.Values.Count(cell => cell.State != CellState.Skipped)),
            Course = [.. sizes.SkipWhile(size => _cells.GetValueOrDefault(size) is null or { State: CellState.Skipped })
                .Select(size => Median(_cells.GetValueOrDefault(size)))],
            MostBars = MostBars,
            IsCourseLog = isCost,
        };

        public ReportCell Cell(long size, bool isCost)
        {
            CellRecord? cell = _cells.GetValueOrDefault(size);
            if (Median(cell) is not { } median)
            {
                return cell?.State switch
                {
                    null => ReportCell.Empty,
                    CellState.Pending => new ReportCell("·", Mark.Quiet) { PageText = "not measured" },
                    CellState.Skipped => new ReportCell("-", Mark.Quiet) { PageText = "skipped" },
                    CellState.Failed => new ReportCell("failed", Mark.Warning),
                    _ when _metric == Metrics.CyclesPerByte && cell?[Metrics.CpuPerByte] is not null => new ReportCell("no clock", Mark.Quiet),
                    _ => new ReportCell("n/a", Mark.Quiet),
                };
            }

            IntervalRecord interval = cell![_metric]!;
            Verdict? verdict = cell.Verdicts.Read ?? cell.Verdicts.Write;
            return Cells.Value(interval, _metric, _best) with
            {
                IsNoisy = interval.SpreadPct > NoisySpreadPct || interval.Runs < FewestRuns,
                Letter = verdict is null or Verdict.Device ? null : verdict.Value.ToWord()[..1],
                Verdict = isCost ? null : verdict ?? Verdict.Unknown,
            };
        }

        private double? Median(CellRecord? cell) =>
            cell is { State: CellState.Done } && cell[_metric]?.Median is { } median && double.IsFinite(median) ? median : null;

        private string Method() => _any.Labels.GetValueOrDefault("api") == "filestream"
            ? "FileStream"
            : $"{_any.Labels.GetValueOrDefault("mode")} q{_any.Labels.GetValueOrDefault("queue_depth")}";
    }
}
