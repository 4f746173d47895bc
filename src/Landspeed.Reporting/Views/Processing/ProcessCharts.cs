using System.Globalization;
using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;

namespace Landspeed.Reporting.Views.Processing;

/// <summary>A small chart for each level of work: seconds over threads, a line for each strategy.</summary>
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
        return works.Select(work =>
            OfWork(grid, work.Work, work.Series, isOneScale ? longest.Max() : Longest(work.Series)));
    }

    private static ChartSeries[] SeriesOf(ProcessGrid grid, string work) =>
        [.. Lines(grid).Select((line, look) => Series(grid, line, work, look)).OfType<ChartSeries>()];

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

    private static ChartSeries? Series(ProcessGrid grid, (string Strategy, string Variant) line, string work, int look)
    {
        ChartPoint[] points =
            [.. grid.Rows.Where(row => row.Variant == line.Variant).Select(row => Point(grid.Cell(line.Strategy, row, work))).OfType<ChartPoint>()];
        string name = line.Variant.Length == 0 || line.Variant == line.Strategy ? line.Strategy : $"{line.Strategy}, {line.Variant}";
        return points.Length == 0 ? null : new ChartSeries(name, look, [points]);
    }

    private static ChartPoint? Point(CellRecord? cell) =>
        cell is null || Cells.Time(cell) is not { } elapsed ? null : new ChartPoint
        {
            X = Number(cell.Labels[ProcessingValues.Threads]),
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
