using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Patterns;

/// <summary>File APIs by record size: a table for each order, operation and flush.</summary>
internal static class ApisView
{
    private const string MeaningOfCut =
        " (12%) 345 is the rate of the first 12 % of the work, of several runs the smallest such share; it is never the best.";

    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document)
    {
        ApiKind[] kinds = [.. ApiKind.Of(document)];
        ApiKind? firstCut = Array.Find(kinds, kind => kind.Cells.Any(cell => ApiLabels.CutAtPct(cell) is not null));
        return new ReportView
        {
            Headline =
            [
                ["file APIs", .. Length(document), Cells.Count(document), .. Cut(document)],
                [Cells.Runs(document.Setup), Cells.Seed(document.Setup), .. Fragments(document)],
            ],
            Tables =
            [
                .. kinds.Select(kind => Table(kind, RawRate.Of(kinds, kind), explains: kind == firstCut)),
                .. ManagedCost.Of(document, pair => Title(Array.Find(kinds, kind => kind.Cells.Contains(pair.Awaited))!), "a longer --time"),
            ],
            Charts = [.. ApiCharts.Of(kinds)],
        };
    }

    private static ReportTable Table(ApiKind kind, RawRate? raw, bool explains)
    {
        string[] sizes = [.. kind.Cells.Where(cell => cell.State != CellState.Skipped).Select(SizeOf).Distinct(StringComparer.Ordinal)];

        // Of one verdict only: the cache is faster than every device, and wins nothing by that.
        // Nor wins the part of a file against the whole of it.
        ILookup<string, CellRecord> comparable = MajorityVerdict.Sharing(kind.Cells).Where(cell => ApiLabels.CutAtPct(cell) is null).ToLookup(SizeOf);
        return new ReportTable
        {
            Title = $"MB/s, {Title(kind)}",
            Note = WithRaw(Note(kind, explains ? MeaningOfCut : string.Empty), raw),
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

    private static string Title(ApiKind kind) => $"{kind.Order} {kind.Operation}, {kind.Words}";

    private static string? Note(ApiKind kind, string meaning)
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
        string memory = kind.IsFlushed && common == Verdict.Cache ? $" {CacheWords.OfMemory}" : string.Empty;
        int cut = done.Count(cell => ApiLabels.CutAtPct(cell) is not null);
        return cut == 0 ? $"{verdicts}{memory}" : $"{verdicts}{memory} {Format.Count(cut)} of {Format.Count(done.Length, "cell")} cut by the time limit.{meaning}";
    }

    private static string? WithRaw(string? note, RawRate? raw) =>
        note is null || raw is null ? note : $"{note} To compare with: {raw.Words}.";

    private static ReportCell Cell(CellRecord cell, double? best, Verdict? common)
    {
        if (cell.State == CellState.Failed)
        {
            return new ReportCell("failed", Mark.Warning);
        }

        Verdict verdict = MajorityVerdict.Of(cell);
        ReportCell value = WithShare(cell, Cells.Value(
            cell, Metrics.Throughput, verdict == common && ApiLabels.CutAtPct(cell) is null ? best : null));
        return verdict == common || value.Text.Length == 0 ? value : value with { Letter = VerdictWords.Letter(verdict), Verdict = verdict };
    }

    // A page has room for the exact share below the number.
    private static ReportCell WithShare(CellRecord cell, ReportCell value) => ApiLabels.CutAtPct(cell) is not { } share ? value : value with
    {
        Text = $"({Format.CutShare(share)}) {value.Text}",
        PageText = value.Text,
        Details = [.. value.Details ?? [], new MarkedText($"cut at {Format.Percent(share)}", Mark.Warning)],
    };

    private static IEnumerable<MarkedText> Cut(ResultDocument document)
    {
        int cut = document.Cells.Count(cell => ApiLabels.CutAtPct(cell) is not null);
        if (cut > 0)
        {
            double? small = Cells.Number(document.Setup, ApiLabels.TimeLimitOption);
            double? large = Cells.Number(document.Setup, ApiLabels.LargeTimeLimitOption);
            string limit = small is { } ns && (large is null || large == small) ? $"limit of {Format.Duration(ns)}" : "time limit";
            yield return new MarkedText($"{Format.Count(cut)} of them cut by the {limit}", Mark.Warning);
        }
    }

    private static string SizeOf(CellRecord cell) => cell.Labels[ApiLabels.SizeAxis];

    private static IEnumerable<MarkedText> Length(ResultDocument document) =>
        Cells.Number(document.Setup, ApiLabels.FileBytesOption) is { } bytes ? [$"test file of {Format.Size(bytes)}"] : [];

    private static IEnumerable<MarkedText> Fragments(ResultDocument document) => document.Cells
        .Select(cell => cell[Metrics.FileFragments]?.Median).OfType<double>().Take(1)
        .Select(fragments => (MarkedText)$"test file in {Format.Count((long)fragments, "piece")}");
}
