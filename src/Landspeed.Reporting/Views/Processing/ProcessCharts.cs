using System.Globalization;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Processing;

/// <summary>
/// A small chart for each level of work: seconds over threads, a line for each strategy; and of several levels one over
/// the work.
/// </summary>
internal static class ProcessCharts
{
    // Levels of work that take this many times as long have axes of their own.
    private const double FarApart = 10;

    /// <summary>The charts of a grid.</summary>
    public static IEnumerable<Chart> Of(ProcessGrid grid)
    {
        (string Work, ChartSeries[] Series)[] works = [.. grid.Works.Select(work => (work, SeriesOf(grid, work)))];
        double[] longest = [.. works.Select(work => Longest(work.Series)).Where(seconds => seconds > 0)];
        bool isOneScale = longest.Length > 0 && longest.Max() <= FarApart * longest.Min();
        IEnumerable<Chart> overThreads = works.Select(work =>
            OfWork(grid, work.Work, work.Series, isOneScale ? longest.Max() : Longest(work.Series)));
        return works.Length < 2 ? overThreads : [.. overThreads, OverWork(grid)];
    }

    // Where a line leaves the ground, the work takes longer than the device.
    private static Chart OverWork(ProcessGrid grid)
    {
        string threads = grid.Rows.Select(row => row.Threads).MaxBy(Number)!;
        ChartSeries[] series =
        [
            .. Lines(grid)
                .Select((line, look) => Series(
                    line, grid.Works.Select(work => CellOf(grid, line, threads, work)), ProcessingValues.Work, look))
                .OfType<ChartSeries>(),
        ];
        string with = Format.Count(Number(threads), "thread");
        return new Chart
        {
            Name = "process-over-work",
            Title = $"Time over work, {with}",
            Note = $"Median seconds {CacheWords.UntilFlushed(grid.Cells)}; lower is better. "
                + "A flat line waits for the device, a rising one for the CPU.",
            Description = $"Seconds over work with {with}. " + string.Join(' ', series.Select(Sentence)),
            X = LinearAxis.At("passes over each line", grid.Works.Select(Number)),
            Y = LinearAxis.Of("seconds", Longest(series)),
            Series = series,
            Nothing = "no cell was measured",
        };
    }

    private static CellRecord? CellOf(
        ProcessGrid grid, (string Strategy, string Variant) line, string threads, string work) => grid.Rows
            .Where(row => row.Variant == line.Variant && row.Threads == threads)
            .Select(row => grid.Cell(line.Strategy, row, work)).FirstOrDefault();

    private static ChartSeries[] SeriesOf(ProcessGrid grid, string work) =>
    [
        .. Lines(grid)
            .Select((line, look) => Series(
                line,
                grid.Rows.Where(row => row.Variant == line.Variant).Select(row => grid.Cell(line.Strategy, row, work)),
                ProcessingValues.Threads,
                look))
            .OfType<ChartSeries>(),
    ];

    private static double Longest(ChartSeries[] series) =>
        series.SelectMany(one => one.Points).Select(point => point.High).DefaultIfEmpty().Max();

    private static Chart OfWork(ProcessGrid grid, string work, ChartSeries[] series, double longest)
    {
        return new Chart
        {
            Name = $"process-work-{work}",
            Title = $"Time over threads, work {work}",
            Note = $"Median seconds {CacheWords.UntilFlushed(grid.Cells)}; lower is better.",
            Description = $"Seconds over threads at work {work}. " + string.Join(' ', series.Select(Sentence)),
            X = LinearAxis.At("threads", grid.Rows.Select(row => Number(row.Threads))),
            Y = LinearAxis.Of("seconds", longest),
            Series = series,
            Nothing = "no cell was measured",
        };
    }

    // A line for each strategy, and for each of what varies.
    private static IEnumerable<(string Strategy, string Variant)> Lines(ProcessGrid grid) =>
        from strategy in grid.Strategies
        from variant in grid.Rows.Where(row => grid.StrategiesOf(row).Contains(strategy)).Select(row => row.Variant).Distinct()
        select (strategy, variant);

    private static ChartSeries? Series(
        (string Strategy, string Variant) line, IEnumerable<CellRecord?> cells, string axis, int look)
    {
        ChartPoint[] points = [.. cells.Select(cell => Point(cell, axis)).OfType<ChartPoint>()];
        string name = line.Variant.Length == 0 || line.Variant == line.Strategy ? line.Strategy : $"{line.Strategy}, {line.Variant}";
        return points.Length == 0 ? null : new ChartSeries(name, look, [points]);
    }

    private static ChartPoint? Point(CellRecord? cell, string axis) =>
        cell is null || Cells.Time(cell) is not { } elapsed ? null : new ChartPoint
        {
            X = Number(cell.Labels[axis]),
            Y = elapsed.Median / 1e9,
            Low = elapsed.Min / 1e9,
            High = elapsed.Max / 1e9,
            Verdict = cell.Verdicts.Read ?? Verdict.Unknown,
            Tip = $"{cell.Name}: {Format.Duration(elapsed)}",
        };

    private static string Sentence(ChartSeries series) =>
        $"{series.Name}: {string.Join(", ", series.Points.Select(point => Format.Number(point.Y)))}.";

    private static int Number(string label) => int.Parse(label, NumberStyles.None, CultureInfo.InvariantCulture);
}
