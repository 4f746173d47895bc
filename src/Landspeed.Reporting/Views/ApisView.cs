using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Views;

/// <summary>File APIs by record size: a table for each order, operation and flush.</summary>
internal static class ApisView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ExperimentDocument document) => new()
    {
        Headline = ["file APIs", Length(document), PlainView.Cells(document)],
        Setup = [.. PlainView.CommonSetup(document.Setup), .. Fragments(document)],
        Tables = [.. document.Cells.GroupBy(KindOf).Select(group => Table(group.Key, [.. group]))],
    };

    private static (string Order, string Operation, string Flush) KindOf(ExperimentCellRecord cell) => (
        cell.Labels[ApiLabels.OrderAxis], cell.Labels[ApiLabels.OperationAxis], cell.Labels[ApiLabels.FlushAxis]);

    private static ReportTable Table((string Order, string Operation, string Flush) kind, ExperimentCellRecord[] cells)
    {
        string[] sizes = [.. cells.Select(cell => cell.Labels[ApiLabels.SizeAxis]).Distinct(StringComparer.Ordinal)
            .Where(size => cells.Any(cell => cell.Labels[ApiLabels.SizeAxis] == size && cell.State != CellState.Skipped))];
        Dictionary<string, double?> best = sizes.ToDictionary(size => size, size => cells
            .Where(cell => cell.Labels[ApiLabels.SizeAxis] == size).Max(cell => cell.ThroughputBytesPerS?.Median), StringComparer.Ordinal);
        return new ReportTable
        {
            Title = $"MB/s, {kind.Order} {kind.Operation}, {Words(kind)}",
            Note = Note(cells, kind),
            Columns = ["API", .. sizes],
            Rows =
            [
                .. cells.GroupBy(cell => cell.Labels[ApiLabels.ApiAxis], StringComparer.Ordinal)
                    .Where(api => api.Any(cell => cell.State != CellState.Skipped))
                    .Select(api => Row(api.Key, [.. api], sizes, best, kind)),
            ],
        };
    }

    private static string Words((string Order, string Operation, string Flush) kind) => kind switch
    {
        { Operation: "read", Flush: "on" } => "flushed before",
        { Operation: "read" } => "cached before",
        { Flush: "on" } => "to durable",
        _ => "to the last call",
    };

    private static string Expected((string Order, string Operation, string Flush) kind) => kind.Flush == "on" ? "device" : "cache";

    private static string Note(ExperimentCellRecord[] cells, (string Order, string Operation, string Flush) kind)
    {
        ExperimentCellRecord[] done = [.. cells.Where(cell => cell.State == CellState.Done)];
        string expected = Expected(kind);
        int others = done.Count(cell => VerdictOf(cell) != expected);
        return others == 0
            ? $"Verdict of all: {expected}."
            : $"Verdict {expected}, but for {Format.Count(others)} of {Format.Count(done.Length, "cell")}, marked with its letter: "
                + "d device, c cache, m mixed, h hole, ? unknown.";
    }

    private static IReadOnlyList<ReportCell> Row(
        string api,
        ExperimentCellRecord[] cells,
        string[] sizes,
        Dictionary<string, double?> best,
        (string Order, string Operation, string Flush) kind) =>
    [
        api,
        .. sizes.Select(size => cells.FirstOrDefault(cell => cell.Labels[ApiLabels.SizeAxis] == size) is { } cell
            ? Cell(cell, best[size], Expected(kind))
            : ReportCell.Empty),
    ];

    private static ReportCell Cell(ExperimentCellRecord cell, double? best, string expected)
    {
        if (cell.State == CellState.Failed)
        {
            return new ReportCell("failed", Mark.Warning);
        }

        if (cell.ThroughputBytesPerS is not { } rate)
        {
            return ReportCell.Empty;
        }

        string verdict = VerdictOf(cell);
        string suffix = verdict == expected ? string.Empty : verdict == "unknown" ? " ?" : $" {verdict[0]}";
        return new ReportCell(Format.Compact(rate.Median / 1e6) + suffix, rate.Median == best ? Mark.Number : Mark.Plain);
    }

    private static string VerdictOf(ExperimentCellRecord cell) =>
        (cell.ReadVerdict ?? cell.WriteVerdict) is { } verdict ? VerdictWords.Name(verdict) : "unknown";

    private static string Length(ExperimentDocument document) => "test file of " + Format.Size(
        long.Parse(document.Setup.Options["file_bytes"], System.Globalization.CultureInfo.InvariantCulture));

    private static IEnumerable<string> Fragments(ExperimentDocument document) => document.Cells
        .Where(cell => cell.Values.ContainsKey(ApiLabels.FragmentsValue)).Take(1)
        .Select(cell => $"test file in {Format.Count((long)cell.Values[ApiLabels.FragmentsValue], "piece")}");
}
