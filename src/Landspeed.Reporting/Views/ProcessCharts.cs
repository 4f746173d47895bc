using System.Globalization;
using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;

namespace Landspeed.Reporting.Views;

/// <summary>A small chart for each level of work: seconds over threads, a line for each strategy.</summary>
internal static class ProcessCharts
{
    /// <summary>The charts of a grid.</summary>
    public static IEnumerable<Chart> Of(ProcessGrid grid) => grid.Works.Select(work => OfWork(grid, work));

    private static Chart OfWork(ProcessGrid grid, string work)
    {
        ChartSeries[] series = [.. grid.Strategies.Select((strategy, look) => Series(grid, strategy, work, look)).OfType<ChartSeries>()];
        double longest = series.SelectMany(one => one.Points).Select(point => point.High).DefaultIfEmpty().Max();
        string where = grid.Name.Length == 0 ? string.Empty : $", {grid.Name}";
        return new Chart
        {
            Name = string.Concat($"process-work-{work}{where}".Select(letter => char.IsAsciiLetterOrDigit(letter) ? letter : '-')),
            Title = $"Work {work}{where}",
            Note = $"Median seconds {CacheWords.UntilFlushed(grid.Cells)}; lower is better.",
            Description = $"Seconds over threads at work {work}. " + string.Join(' ', series.Select(Sentence)),
            X = LinearAxis.OfCounts("threads", grid.Threads.Select(Number).Max()),
            Y = LinearAxis.Of("seconds", longest),
            Series = series,
            Nothing = "no cell was measured",
        };
    }

    private static ChartSeries? Series(ProcessGrid grid, string strategy, string work, int look)
    {
        ChartPoint[] points = [.. grid.Threads.Select(threads => Point(grid.Cell(strategy, threads, work))).OfType<ChartPoint>()];
        return points.Length == 0 ? null : new ChartSeries(strategy, look, [points]);
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
