using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Views;

/// <summary>Streaming, buffering and pipelining as their author printed them: a row for the threads, a column for the work.</summary>
internal static class ProcessView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ExperimentDocument document)
    {
        ProcessGrid[] grids = [.. ProcessGrid.Of(document)];
        return new ReportView
        {
            Headline = ["processing", Files(document.Setup), PlainView.Cells(document)],
            Setup = [.. PlainView.CommonSetup(document.Setup), .. Settings(document.Setup)],
            Tables = [.. grids.SelectMany(grid => TablesOf(grid, grids.Length > 1))],
            Charts = [.. grids.SelectMany(grid => ProcessCharts.Of(grid))],
        };
    }

    private static IEnumerable<ReportTable> TablesOf(ProcessGrid grid, bool isOneOfMany)
    {
        string ways = string.Join(" / ", grid.Strategies);
        string where = isOneOfMany ? $", {grid.Name}" : string.Empty;
        yield return Table(grid, $"Seconds {CacheWords.UntilFlushed(grid.Cells)}: {ways}{where}", Seconds) with
        {
            Note = $"Medians, {CacheWords.FromTo(grid.Cells)}. {Best(grid)} is marked with *.",
        };
        yield return Table(grid, $"Processors busy: {ways}{where}", (one, cell) => Share(cell, ProcessingValues.CpuBusyPct)) with
        {
            Note = "Share of the processors that so many threads can use, in %.",
        };
        yield return Table(grid, $"Peak memory: {ways}{where}", (one, cell) => Memory(cell)) with
        {
            Note = "Managed heap and native buffers for data, in MiB; and what the whole process had resident.",
        };
        yield return Table(grid, $"Waited for: {ways}{where}", (one, cell) => ProcessingValues.Bottleneck(cell) ?? "-") with
        {
            Note = "cpu or device: busy for 90 % of the time or more; neither: latency and locks.",
        };
        yield return Table(grid, $"Read from, written to: {ways}{where}", (one, cell) => Verdicts(cell));
    }

    private static string Best(ProcessGrid grid) => grid.IsOfOneVerdict
        ? "Each column's best" : "Each column's best, of the cells whose verdict most of them share,";

    private static ReportTable Table(
        ProcessGrid grid, string title, Func<ProcessGrid, ExperimentCellRecord, string> text) => new()
        {
            Title = title,
            Columns = ["threads", .. grid.Works.Select(work => $"work {work}")],
            Rows = [.. grid.Threads.Select(threads => (IReadOnlyList<ReportCell>)
                [threads, .. grid.Works.Select(work => Group(grid, threads, work, text))])],
        };

    private static ReportCell Group(
        ProcessGrid grid, string threads, string work, Func<ProcessGrid, ExperimentCellRecord, string> text)
    {
        ExperimentCellRecord?[] cells = [.. grid.Strategies.Select(way => grid.Cell(way, threads, work))];
        string joined = string.Join(" / ", cells.Select(cell => cell is null || !IsMeasured(cell) ? "-" : text(grid, cell)));
        return new ReportCell(joined, cells.Any(cell => cell is not null && grid.IsBest(cell)) ? Mark.Good : Mark.Plain);
    }

    private static string Seconds(ProcessGrid grid, ExperimentCellRecord cell) =>
        Format.Compact(ProcessGrid.NsOf(cell)!.Value / 1e9) + (grid.IsBest(cell) ? "*" : string.Empty);

    private static string Share(ExperimentCellRecord cell, string value) =>
        cell.Values.TryGetValue(value, out double pct) ? $"{Format.Compact(pct)}" : "-";

    private static string Memory(ExperimentCellRecord cell)
    {
        double data = cell.Values.GetValueOrDefault(ProcessingValues.PeakManagedBytes)
            + cell.Values.GetValueOrDefault(ProcessingValues.NativeBufferBytes);
        return cell.PeakResidentBytes is { } resident ? $"{MiB(data)} ({MiB(resident)})" : MiB(data);
    }

    private static string Verdicts(ExperimentCellRecord cell) => PlainView.Verdicts(cell).Text.Replace(" / ", ", ", StringComparison.Ordinal);

    private static string MiB(double bytes) => Format.Compact(bytes / (1 << 20));

    private static bool IsMeasured(ExperimentCellRecord cell) => ProcessGrid.NsOf(cell) is not null;

    private static string Files(ExperimentSetupRecord setup) =>
        (SetupNumber.Of(setup, "files"), SetupNumber.Of(setup, "input_bytes")) is ({ } files, { } bytes)
            ? $"{Format.Count(files, "file")}, {Format.Size(bytes)}" : "files";

    private static IEnumerable<string> Settings(ExperimentSetupRecord setup) =>
        SetupNumber.Of(setup, "buffer_bytes") is { } bytes
            ? [$"buffers of {Format.Size(bytes)}, the pipeline's own excepted"] : [];
}
