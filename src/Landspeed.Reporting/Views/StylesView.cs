using System.Globalization;
using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Views;

/// <summary>Programming styles: creating and reading, and what the managed heap adds.</summary>
internal static class StylesView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ExperimentDocument document) => new()
    {
        Headline = ["programming styles", Records(document), PlainView.Cells(document)],
        Setup = PlainView.CommonSetup(document.Setup),
        Charts = [StyleBars.Of(document)],
        Tables =
        [
            Table(document, StyleLabels.Create, common => $"Creating the file, {CacheWords.Flushed(common)}",
                "Medians. Making the records is part of it. ns/B: processor time of the process per byte; alloc/B: bytes allocated "
                + "on the managed heap per byte; GC: share of the time that the collector paused."),
            Table(document, StyleLabels.Read, common => $"Reading the file, {CacheWords.AfterDrop(common)}", null),
            Calls(document),
        ],
    };

    private static string Records(ExperimentDocument document) =>
        $"{Format.Count(long.Parse(document.Setup.Options["records"], CultureInfo.InvariantCulture), "record")} of 100 bytes";

    private static ReportTable Table(ExperimentDocument document, string operation, Func<Verdict?, string> title, string? note)
    {
        ExperimentCellRecord[] cells =
            [.. document.Cells.Where(cell => cell.Labels[StyleLabels.OperationAxis] == operation && cell.State != CellState.Skipped)];

        // Of one verdict only: the cache is faster than every device, and wins nothing by that.
        ExperimentCellRecord[] comparable = [.. MajorityVerdict.Sharing(cells)];
        double? best = comparable.Max(cell => cell.ThroughputBytesPerS?.Median);
        double? cheapest = comparable.Min(cell => cell.CpuNsPerByte?.Median);
        Verdict? common = MajorityVerdict.Of(cells);
        return new ReportTable
        {
            Title = title(common),
            Note = common == Verdict.Cache ? string.Join(' ', note, CacheWords.OfMemory).Trim() : note,
            Columns = ["style", "MB/s", "records/s", "ns/B", "alloc/B", "GC", "verdict"],
            Rows = [.. cells.Select(cell => comparable.Contains(cell) ? Row(cell, best, cheapest) : Row(cell, null, null))],
        };
    }

    private static IReadOnlyList<ReportCell> Row(ExperimentCellRecord cell, double? best, double? cheapest)
    {
        string style = cell.Labels[StyleLabels.StyleAxis];
        if (cell.State != CellState.Done)
        {
            string word = cell.State.ToString().ToLowerInvariant();
            return [style, .. Enumerable.Repeat(ReportCell.Empty, 5), new ReportCell(word, Mark.Quiet)];
        }

        long bytes = cell.Runs[0].BytesRead + cell.Runs[0].BytesWritten;
        double? elapsed = (cell.ElapsedToDurableNs ?? cell.ElapsedNs)?.Median;
        return
        [
            style,
            Best(cell.ThroughputBytesPerS?.Median, best, rate => Format.Number(rate / 1e6)),
            Best(cell.RecordsPerS?.Median, null, Format.Rate),
            Best(cell.CpuNsPerByte?.Median, cheapest, Format.Compact),
            Best(cell.ManagedAllocatedBytes / bytes, null, Format.Compact),
            Best(100 * cell.GarbageCollectionPauseNs / elapsed, null, Format.Percent),
            PlainView.Verdicts(cell),
        ];
    }

    private static ReportCell Best(double? value, double? best, Func<double, string> text) =>
        value is { } known ? new ReportCell(text(known), known == best ? Mark.Number : Mark.Plain) : ReportCell.Empty;

    private static ReportTable Calls(ExperimentDocument document) => new()
    {
        Title = "Styles",
        IsWords = true,
        Columns = ["style", "calls"],
        Rows =
        [
            .. document.Cells.Select(cell => (Style: cell.Labels[StyleLabels.StyleAxis], Calls: cell.Labels[StyleLabels.Calls])).Distinct()
                .Select(style => (IReadOnlyList<ReportCell>)[style.Style, style.Calls]),
        ],
    };
}
