using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Patterns;

/// <summary>Rate and runs of created files over request size, a line a state and preallocation.</summary>
internal static class CreationCharts
{
    // Counts that lie farther apart than this get a logarithmic axis.
    private const double FarApart = 20;

    /// <summary>Makes them.</summary>
    public static IReadOnlyList<Chart> Of(CreationGrid grid)
    {
        ChartSeries[] rates = Series(grid, Metrics.Throughput, 1e6, Format.Throughput);
        ChartSeries[] runs = Series(grid, Metrics.FileFragments, 1, interval => Format.Count((long)interval.Median, "run"));
        ChartPoint[] points = [.. rates.SelectMany(one => one.Points)];
        double most = Highest(runs);
        return
        [
            new Chart
            {
                Name = "creation-rate",
                Title = "Rate of creation over request size",
                Note = $"Median of the runs from no file to a durable one. {CreationGrid.HowToRead}"
                    + RateAxis.Note(points),
                Description = Description(rates, "MB/s until durable"),
                X = Sizes(grid),
                Y = RateAxis.Of(points),
                Series = rates,
                Nothing = "no cell was measured",
            },
            new Chart
            {
                Name = "creation-runs",
                Title = "Runs of the files that were created",
                Note = $"Physically contiguous runs of a file, median of all files of a cell{(most > FarApart ? "; both axes are logarithmic" : string.Empty)}. {CreationGrid.HowToRead}",
                Description = Description(runs, "runs"),
                X = Sizes(grid),
                Y = most > FarApart ? DecadeAxis.Of("runs", 1, most) : LinearAxis.OfCounts("runs", (int)Math.Ceiling(most)),
                Series = runs,
                IsJudged = false,
                Nothing = "the file system does not report where files are stored",
            },
        ];
    }

    private static ChartSeries[] Series(CreationGrid grid, Metric metric, double divisor, Func<IntervalRecord, string> text) =>
    [
        .. grid.Lines.Select(line => new ChartSeries(line.Name, line.Look, ChartSeries.PiecesOf(
            line.All, cell => cell.State == CellState.Done && CreationGrid.Size(cell) > 0 && cell[metric] is { } interval && double.IsFinite(interval.Max)
                ? Point(line, cell, interval, divisor, text(interval)) : null))).Where(series => series.Pieces.Count > 0),
    ];

    private static ChartPoint Point(CreationGrid.Line line, CellRecord cell, IntervalRecord interval, double divisor, string text)
    {
        Verdict verdict = MajorityVerdict.Of(cell);
        return new ChartPoint
        {
            X = CreationGrid.Size(cell),
            Y = interval.Median / divisor,
            Low = interval.Min / divisor,
            High = interval.Max / divisor,
            Verdict = verdict,
            Tip = $"{line.Name}, {Format.ExactSize(CreationGrid.Size(cell))}: {text}, {verdict.ToWord()}",
        };
    }

    private static Axis Sizes(CreationGrid grid)
    {
        long[] sizes = [.. grid.Sizes.Where(size => size > 0).DefaultIfEmpty(4096)];
        return SizeAxis.Of("request size", sizes.Min(), sizes.Max());
    }

    private static double Highest(ChartSeries[] series) => series.SelectMany(one => one.Points).Select(point => point.High).DefaultIfEmpty().Max();

    private static string Description(ChartSeries[] series, string unit) => series.Length == 0 ? "Nothing was measured."
        : $"Lines over request size, {unit}. " + string.Join(' ', series.Select(one => $"{one.Name}: "
            + string.Join(", ", one.Points.Select(point => $"{Format.Number(point.Y)} at {Format.ExactSize((long)point.X)}")) + "."));
}
