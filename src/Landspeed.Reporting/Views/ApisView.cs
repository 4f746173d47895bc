using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Views;

/// <summary>File APIs by record size: a table for each order, operation and flush.</summary>
internal static class ApisView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ExperimentDocument document)
    {
        ApiKind[] kinds = [.. ApiKind.Of(document)];
        return new ReportView
        {
            Headline = ["file APIs", .. Length(document), PlainView.Cells(document)],
            Setup = [.. PlainView.CommonSetup(document.Setup), .. Fragments(document)],
            Tables = [.. kinds.Select(Table)],
            Charts = [.. ApiCharts.Of(kinds)],
        };
    }

    private static ReportTable Table(ApiKind kind)
    {
        string[] sizes = [.. kind.Cells.Where(cell => cell.State != CellState.Skipped).Select(SizeOf).Distinct(StringComparer.Ordinal)];

        // Of one verdict only: the cache is faster than every device, and wins nothing by that.
        ILookup<string, double?> rates = MajorityVerdict.Sharing(kind.Cells).ToLookup(SizeOf, cell => cell.ThroughputBytesPerS?.Median);
        return new ReportTable
        {
            Title = $"MB/s, {kind.Order} {kind.Operation}, {kind.Words}",
            Note = Note(kind),
            Columns = ["API", .. sizes],
            Rows =
            [
                .. kind.Cells.GroupBy(cell => cell.Labels[ApiLabels.ApiAxis], StringComparer.Ordinal)
                    .Where(api => api.Any(cell => cell.State != CellState.Skipped))
                    .Select(api => (IReadOnlyList<ReportCell>)
                    [
                        api.Key,
                        .. sizes.Select(size => api.FirstOrDefault(cell => SizeOf(cell) == size) is { } cell
                            ? Cell(cell, rates[size].Max(), kind.Common) : ReportCell.Empty),
                    ]),
            ],
        };
    }

    private static string? Note(ApiKind kind)
    {
        if (kind.Common is not { } common)
        {
            return null;
        }

        ExperimentCellRecord[] done = [.. kind.Cells.Where(cell => cell.State == CellState.Done)];
        int others = done.Count(cell => MajorityVerdict.Of(cell) != common);
        string verdicts = others == 0
            ? $"Verdict of all: {VerdictWords.Name(common)}."
            : $"Verdict {VerdictWords.Name(common)}, but for {Format.Count(others)} of {Format.Count(done.Length, "cell")}, "
                + "marked with its letter: d device, c cache, m mixed, h hole, ? unknown.";
        return kind.IsFlushed && common == Verdict.Cache ? $"{verdicts} {CacheWords.OfMemory}" : verdicts;
    }

    private static ReportCell Cell(ExperimentCellRecord cell, double? best, Verdict? common)
    {
        if (cell.State == CellState.Failed)
        {
            return new ReportCell("failed", Mark.Warning);
        }

        if (cell.ThroughputBytesPerS is not { } rate)
        {
            return ReportCell.Empty;
        }

        Verdict verdict = MajorityVerdict.Of(cell);
        string suffix = verdict == common ? string.Empty : $" {VerdictWords.Letter(verdict)}";
        bool isBest = verdict == common && rate.Median == best;
        return new ReportCell(Format.Compact(rate.Median / 1e6) + suffix, isBest ? Mark.Number : Mark.Plain);
    }

    private static string SizeOf(ExperimentCellRecord cell) => cell.Labels[ApiLabels.SizeAxis];

    private static IEnumerable<string> Length(ExperimentDocument document) =>
        SetupNumber.Of(document.Setup, ApiLabels.FileBytesOption) is { } bytes ? [$"test file of {Format.Size(bytes)}"] : [];

    private static IEnumerable<string> Fragments(ExperimentDocument document) => document.Cells
        .Where(cell => cell.Values.ContainsKey(ApiLabels.FragmentsValue)).Take(1)
        .Select(cell => $"test file in {Format.Count((long)cell.Values[ApiLabels.FragmentsValue], "piece")}");
}
