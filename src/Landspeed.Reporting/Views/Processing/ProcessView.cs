using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Processing;

/// <summary>Streaming, buffering and pipelining as their author printed them: a row for the threads, a column for the work.</summary>
internal static class ProcessView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document)
    {
        var grid = new ProcessGrid(document);
        return new ReportView
        {
            Headline =
            [
                ["processing", Files(document.Setup), Cells.Count(document)],
                [Cells.Runs(document.Setup), Cells.Seed(document.Setup), .. Settings(document.Setup)],
                .. Pieces(document.Cells),
            ],
            Tables = [.. TablesOf(grid)],
            Charts = [.. ProcessCharts.Of(grid)],
        };
    }

    private static IEnumerable<ReportTable> TablesOf(ProcessGrid grid)
    {
        string[] beside = [.. grid.Strategies.Where(strategy => grid.Varying.Count == 0 || strategy != "pipelined")];
        string strategies = string.Join(" / ", beside.Length == 0 ? grid.Strategies : beside);
        yield return Table(grid, $"Seconds {CacheWords.UntilFlushed(grid.Cells)}: {strategies}", Seconds) with
        {
            Note = $"Medians, {CacheWords.FromTo(grid.Cells)}."
                + (grid.HasBest ? " * best of its column, or too close to call." : string.Empty),
        };
        yield return Table(grid, $"CPU, device busy: {strategies}", (one, cell) => Busy(cell)) with
        {
            Note = "CPU: % of what this many threads can use. Device: % of the time. From 90 on it is the bottleneck; "
                + "where both are low, latency and locks are.",
        };
        yield return Table(grid, $"Peak memory: {strategies}", (one, cell) => Memory(cell)) with
        {
            Note = "Managed heap and native buffers for data, in MiB, of the runs with the lowest and the highest peak "
                + "(in brackets: resident memory of the whole process, median).",
        };
        string[] verdicts = [.. grid.Cells.Where(IsMeasured).Select(Verdicts).Distinct()];
        yield return Table(grid, $"Read from, written to: {strategies}", (one, cell) => Verdicts(cell)) with
        {
            PageLine = verdicts is [var all] ? $"all: {string.Join(", ", all.Split(", ").Distinct())}" : null,
        };
    }

    private static ReportTable Table(
        ProcessGrid grid, string title, Func<ProcessGrid, CellRecord, string> text) => new()
        {
            Title = title,
            Key = [],
            Columns = [string.Join(", ", grid.Varying.Prepend("threads")), .. grid.Works.Select(work => (ReportColumn)$"work {work}")],
            Rows = [.. grid.Rows.Select(row => (IReadOnlyList<ReportCell>)
                [row.Name, .. grid.Works.Select(work => Group(grid, row, work, text))])],
        };

    private static ReportCell Group(
        ProcessGrid grid, ProcessRow row, string work, Func<ProcessGrid, CellRecord, string> text)
    {
        CellRecord?[] cells = [.. grid.StrategiesOf(row).Select(strategy => grid.Cell(strategy, row, work))];
        string joined = string.Join(" / ", cells.Select(cell => cell is null || !IsMeasured(cell) ? "-" : text(grid, cell)));
        return new ReportCell(joined, cells.Any(cell => cell is not null && grid.IsBest(cell)) ? Mark.Good : Mark.Plain)
        {
            // A line of the page ends between two strategies, not within one.
            PageText = joined.Replace(" (", "\u00a0(", StringComparison.Ordinal),
        };
    }

    private static string Seconds(ProcessGrid grid, CellRecord cell) =>
        Format.Number(ProcessGrid.NsOf(cell)!.Value / 1e9) + (grid.IsBest(cell) ? "*" : string.Empty);

    private static string Busy(CellRecord cell) => $"{Share(cell, Metrics.CpuBusy)}, {Share(cell, Metrics.DeviceBusy)}";

    private static string Share(CellRecord cell, Metric metric) =>
        cell[metric]?.Median is { } pct ? Format.Count((long)Math.Round(pct)) : "-";

    private static string Memory(CellRecord cell)
    {
        string data = ProcessCell.Of(cell)?.Memory is { } peak ? Range(MiB(peak.Min), MiB(peak.Max)) : "-";
        return cell[Metrics.PeakResident]?.Median is { } resident ? $"{data} ({MiB(resident)})" : data;
    }

    private static string Verdicts(CellRecord cell) => VerdictWords.Of(cell.Verdicts).Replace(" / ", ", ", StringComparison.Ordinal);

    private static string Range(string low, string high) => low == high ? high : $"{low}–{high}";

    private static string MiB(double bytes) => Format.Number(bytes / (1 << 20));

    private static bool IsMeasured(CellRecord cell) => ProcessGrid.NsOf(cell) is not null;

    // The input is the same for all cells; the results may differ with each run.
    private static IEnumerable<IReadOnlyList<MarkedText>> Pieces(IReadOnlyList<CellRecord> cells)
    {
        IntervalRecord[] made = [.. cells.Select(cell => cell[Metrics.ResultFragments]).OfType<IntervalRecord>()];
        MarkedText[] pieces =
        [
            .. cells.Select(cell => cell[Metrics.FileFragments]?.Median).OfType<double>().Take(1)
                .Select(count => (MarkedText)$"input in {Format.Count((long)count, "piece")}"),
            .. made.Take(1).Select(_ => (MarkedText)
                $"results in {Range((long)made.Min(one => one.Min), (long)made.Max(one => one.Max))}"),
        ];
        return pieces.Length == 0 ? [] : [pieces];

        static string Range(long low, long high) =>
            $"{(low == high ? string.Empty : $"{Format.Count(low)} to ")}{Format.Count(high, "piece")}";
    }

    private static string Files(SetupRecord setup) =>
        (Cells.Number(setup, "files"), Cells.Number(setup, "input_bytes")) is ({ } files, { } bytes)
            ? $"{Format.Count(files, "file")}, {Format.Size(bytes)}" : "files";

    private static IEnumerable<MarkedText> Settings(SetupRecord setup) =>
    [
        .. Cells.Number(setup, "buffer_bytes") is { } bytes
            ? [$"buffers of {Format.Size(bytes)}, except the pipeline's own"] : Array.Empty<MarkedText>(),
        .. Cells.Option(setup, "distribution") == "fixed" ? ["fixed lists of files"] : Array.Empty<MarkedText>(),
        .. Cells.Option(setup, "first_pass") == "0" ? ["passes from 0"] : Array.Empty<MarkedText>(),
    ];
}
