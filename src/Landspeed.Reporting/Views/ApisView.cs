using Landspeed.Experiments.Results;
using Landspeed.Reporting.Words;

namespace Landspeed.Reporting.Views;

/// <summary>File APIs by record size: a table for each order, operation and flush.</summary>
internal static class ApisView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document)
    {
        ApiKind[] kinds = [.. ApiKind.Of(document)];
        return new ReportView
        {
            Headline =
            [
                ["file APIs", .. Length(document), Cells.Count(document)],
                [Cells.Runs(document.Setup), Cells.Seed(document.Setup), .. Fragments(document)],
            ],
            Tables = [.. kinds.Select(Table)],
            Charts = [.. ApiCharts.Of(kinds)],
        };
    }

    private static ReportTable Table(ApiKind kind)
    {
        string[] sizes = [.. kind.Cells.Where(cell => cell.State != CellState.Skipped).Select(SizeOf).Distinct(StringComparer.Ordinal)];

        // Of one verdict only: the cache is faster than every device, and wins nothing by that.
        ILookup<string, CellRecord> comparable = MajorityVerdict.Sharing(kind.Cells).ToLookup(SizeOf);
        return new ReportTable
        {
            Title = $"MB/s, {kind.Order} {kind.Operation}, {kind.Words}",
            Note = Note(kind),
            Columns = ["API", .. sizes.Select(size => (ReportColumn)size)],
            Rows =
            [
                .. kind.Cells.GroupBy(cell => cell.Labels[ApiLabels.ApiAxis], StringComparer.Ordinal)
                    .Where(api => api.Any(cell => cell.State != CellState.Skipped))
                    .Select(api => (IReadOnlyList<ReportCell>)
                    [
                        api.Key,
                        .. sizes.Select(size => api.FirstOrDefault(cell => SizeOf(cell) == size) is { } cell
                            ? Cell(cell, Cells.Best(comparable[size], Metrics.Throughput), kind.Common) : ReportCell.Empty),
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

        CellRecord[] done = [.. kind.Cells.Where(cell => cell.State == CellState.Done)];
        int others = done.Count(cell => MajorityVerdict.Of(cell) != common);
        string verdicts = others == 0
            ? $"Verdict of all: {common.ToWord()}."
            : $"Verdict {common.ToWord()}, but for {Format.Count(others)} of {Format.Count(done.Length, "cell")}, "
                + "marked with its letter: d device, c cache, m mixed, h hole, ? unknown.";
        return kind.IsFlushed && common == Verdict.Cache ? $"{verdicts} {CacheWords.OfMemory}" : verdicts;
    }

    private static ReportCell Cell(CellRecord cell, double? best, Verdict? common)
    {
        if (cell.State == CellState.Failed)
        {
            return new ReportCell("failed", Mark.Warning);
        }

        Verdict verdict = MajorityVerdict.Of(cell);
        ReportCell value = Cells.Value(cell, Metrics.Throughput, verdict == common ? best : null);
        return verdict == common || value.Text.Length == 0 ? value : value with { Letter = VerdictWords.Letter(verdict), Verdict = verdict };
    }

    private static string SizeOf(CellRecord cell) => cell.Labels[ApiLabels.SizeAxis];

    private static IEnumerable<MarkedText> Length(ResultDocument document) =>
        Cells.Number(document.Setup, ApiLabels.FileBytesOption) is { } bytes ? [$"test file of {Format.Size(bytes)}"] : [];

    private static IEnumerable<MarkedText> Fragments(ResultDocument document) => document.Cells
        .Select(cell => cell[Metrics.FileFragments]?.Median).OfType<double>().Take(1)
        .Select(fragments => (MarkedText)$"test file in {Format.Count((long)fragments, "piece")}");
}
