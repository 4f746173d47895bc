using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Views;

/// <summary>A data set that was made: what, how long, how fast.</summary>
internal static class CreateView
{
    private static readonly string[] s_counts = ["files", "lines", "characters"];

    /// <summary>Makes it.</summary>
    public static ReportView Of(ExperimentDocument document)
    {
        return new ReportView
        {
            Headline = ["data set", Shape(document.Setup), document.Setup.Options.GetValueOrDefault("kind", string.Empty)],
            Setup = [$"seed {document.Setup.Seed.ToString(System.Globalization.CultureInfo.InvariantCulture)}"],
            Tables = [.. document.Cells.Select(Table)],
        };
    }

    private static ReportTable Table(ExperimentCellRecord cell) => new()
    {
        Title = "Data set",
        Columns = ["files made", "kept", "written", $"time {CacheWords.UntilFlushed([cell])}", "MB/s", "files/s", "ns/B", "verdict"],
        Rows = [[
            Count(cell, "files_made"),
            Count(cell, "files_kept"),
            cell.State == CellState.Done ? Format.Moved(cell.Runs[^1].BytesWritten) : ReportCell.Empty,
            Time(cell) is { } ns ? Format.Duration(ns) : ReportCell.Empty,
            cell.ThroughputBytesPerS is { } rate ? Format.Number(rate.Median / 1e6) : ReportCell.Empty,
            Time(cell) is { } elapsed && cell.Values.TryGetValue("files_made", out double files)
                ? Format.Rate(files / elapsed * 1e9) : ReportCell.Empty,
            cell.CpuNsPerByte is { } cost ? Format.Compact(cost.Median) : ReportCell.Empty,
            cell.State == CellState.Done ? PlainView.Verdicts(cell)
                : new ReportCell(cell.State.ToString().ToLowerInvariant(), Mark.Quiet),
        ]],
    };

    private static double? Time(ExperimentCellRecord cell) => (cell.ElapsedToDurableNs ?? cell.ElapsedNs)?.Median;

    private static ReportCell Count(ExperimentCellRecord cell, string value) =>
        cell.Values.TryGetValue(value, out double count) ? Format.Count((long)count) : ReportCell.Empty;

    private static string Shape(ExperimentSetupRecord setup) => string.Join(
        " × ",
        s_counts.Select(name => SetupNumber.Of(setup, name) is { } count ? $"{Format.Count(count)} {name}" : name));
}
