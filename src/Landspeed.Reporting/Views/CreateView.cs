using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>A data set that was made: what, how long, how fast.</summary>
internal static class CreateView
{
    private static readonly string[] s_counts = ["files", "lines", "characters"];

    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs) => new()
    {
        Headline =
        [
            ["data set", Shape(document.Setup), Cells.Option(document.Setup, "kind") ?? string.Empty],
            [Cells.Seed(document.Setup)],
        ],
        Tables = [.. document.Cells.Select(cell => Table(cell, costs))],
    };

    private static ReportTable Table(CellRecord cell, Costs costs) => new()
    {
        Title = "Data set",
        Note = costs.Note,
        Columns = ["files made", "kept", "written", $"time {CacheWords.UntilFlushed([cell])}", "MB/s", "files/s", .. costs.Columns, "verdict"],
        Rows = [[
            Count(cell, Metrics.FilesMade),
            Count(cell, Metrics.FilesKept),
            Cells.MedianRun(cell)?[Metrics.BytesWritten] is { } bytes ? Format.Moved((long)bytes) : ReportCell.Empty,
            Cells.Value(Cells.Time(cell), Metrics.Elapsed),
            Cells.Value(cell, Metrics.Throughput),
            Cells.Time(cell)?.Median is { } elapsed && cell[Metrics.FilesMade]?.Median is { } files
                ? Format.Rate(files / elapsed * 1e9) : ReportCell.Empty,
            .. costs.Values(cell),
            Cells.Verdicts(cell),
        ]],
    };

    private static ReportCell Count(CellRecord cell, Metric metric) =>
        cell[metric]?.Median is { } count ? Format.Count((long)count) : ReportCell.Empty;

    private static string Shape(SetupRecord setup) => string.Join(
        " × ",
        s_counts.Select(name => Cells.Number(setup, name) is { } count ? $"{Format.Count(count)} {name}" : name));
}
