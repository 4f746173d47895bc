using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>A file that was fragmented: what was requested, what was reached.</summary>
internal static class FragmentView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs) => new()
    {
        Headline =
        [
            ["fragmented file", .. Size(document, "file_bytes", string.Empty), .. Size(document, "run_length_bytes", "runs of "), Cells.Option(document.Setup, "order") ?? string.Empty],
            [Cells.Seed(document.Setup)],
        ],
        Tables = [.. document.Cells.Select(cell => Table(document, cell, costs))],
    };

    private static ReportTable Table(ResultDocument document, CellRecord cell, Costs costs) => new()
    {
        Title = "Layout",
        Note = costs.Note,
        Columns = ["", "runs", "median", "written", "time until durable", "MB/s", .. costs.Columns],
        Rows =
        [
            ["asked", Asked(document, "runs", Format.Count), Asked(document, "run_length_bytes", bytes => Format.Size(bytes)), .. Enumerable.Repeat(ReportCell.Empty, 3 + costs.Columns.Count())],
            [
                "reached",
                cell[Metrics.FileFragments]?.Median is { } runs ? Format.Count((long)runs) : ReportCell.Empty,
                cell[Metrics.RunLengthMedian]?.Median is { } median ? Format.Size((long)median) : ReportCell.Empty,
                Cells.MedianRun(cell)?[Metrics.BytesWritten] is { } bytes ? Format.Moved((long)bytes) : ReportCell.Empty,
                Cells.Value(Cells.Time(cell), Metrics.Elapsed),
                Cells.Value(cell, Metrics.Throughput),
                .. costs.Values(cell),
            ],
        ],
    };

    private static ReportCell Asked(ResultDocument document, string option, Func<long, string> text) =>
        Cells.Number(document.Setup, option) is { } number ? text((long)number) : ReportCell.Empty;

    private static IEnumerable<MarkedText> Size(ResultDocument document, string option, string before) =>
        Cells.Number(document.Setup, option) is { } bytes ? [$"{before}{Format.Size((long)bytes)}"] : [];
}
