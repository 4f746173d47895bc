using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Patterns;

/// <summary>Programming styles: creating and reading, and what the managed heap adds.</summary>
internal static class StylesView
{
    private static readonly string[] s_operations = [StyleLabels.Create, StyleLabels.Read];
    private static readonly string[] s_kinds = ["creating", "reading"];

    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs) => new()
    {
        Headline = [["programming styles", Records(document), Cells.Count(document)], [Cells.Runs(document.Setup), Cells.Seed(document.Setup)]],
        Charts = [Bars(document)],
        Tables =
        [
            Table((document, costs), StyleLabels.Create, common => $"Creating the file, {CacheWords.Flushed(common)}",
                "Medians. Making the records is part of it. ns/B: CPU time of the process per byte; alloc/B: bytes allocated "
                + "on the managed heap per byte; GC: share of the time that the collector paused."),
            Table((document, costs), StyleLabels.Read, common => $"Reading the file, {CacheWords.AfterDrop(common)}", null),
            .. ManagedCost.Of(document, pair => pair.Operation == StyleLabels.Create ? "creating" : "reading", "more --records"),
            Calls(document),
        ],
    };

    private static string Records(ResultDocument document) =>
        Cells.Number(document.Setup, "records") is { } records ? $"{Format.Count(records, "record")} of 100 bytes" : "records of 100 bytes";

    private static ReportTable Table((ResultDocument Document, Costs Costs) result, string operation, Func<Verdict?, string> title, string? note)
    {
        CellRecord[] cells = [.. OfOperation(result.Document, operation).Where(cell => cell.State != CellState.Skipped)];

        // Of one verdict only: the cache is faster than every device, and wins nothing by that.
        CellRecord[] comparable = [.. MajorityVerdict.Sharing(cells)];
        double? best = Cells.Best(comparable, Metrics.Throughput);
        double? cheapest = Cells.Best(comparable, Metrics.CpuPerByte);
        Verdict? common = MajorityVerdict.Of(cells);
        return new ReportTable
        {
            Title = title(common),
            Note = result.Costs.With(common == Verdict.Cache ? string.Join(' ', note, CacheWords.OfMemory).Trim() : note),
            Columns = ["style", "MB/s", "records/s", .. result.Costs.Columns, "alloc/B", "GC", "verdict"],
            Rows = [.. cells.Select(cell => comparable.Contains(cell) ? Row(cell, result.Costs, best, cheapest) : Row(cell, result.Costs, null, null))],
        };
    }

    private static IEnumerable<CellRecord> OfOperation(ResultDocument document, string operation) =>
        document.Cells.Where(cell => cell.Labels[StyleLabels.OperationAxis] == operation);

    private static IReadOnlyList<ReportCell> Row(CellRecord cell, Costs costs, double? best, double? cheapest)
    {
        RunRecord? run = Cells.MedianRun(cell);
        double bytes = (run?[Metrics.BytesRead] ?? 0) + (run?[Metrics.BytesWritten] ?? 0);
        return
        [
            cell.Labels[StyleLabels.StyleAxis],
            Cells.Value(cell, Metrics.Throughput, best),
            Cells.Value(cell, Metrics.RecordRate),
            .. costs.Values(cell, cheapest),
            cell[Metrics.Allocated]?.Median is { } allocated && bytes > 0 ? Format.Number(allocated / bytes) : ReportCell.Empty,
            cell[Metrics.CollectionPause]?.Median is { } pause && Cells.Time(cell)?.Median is { } time
                ? Format.Percent(100 * pause / time) : ReportCell.Empty,
            Cells.Verdicts(cell),
        ];
    }

    private static ReportTable Calls(ResultDocument document) => new()
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

    private static BarChart Bars(ResultDocument document)
    {
        BarGroup[] groups =
        [
            .. document.Cells.GroupBy(cell => cell.Labels[StyleLabels.StyleAxis]).Select(style => new BarGroup(style.Key,
                [.. s_operations.Select(operation => CellBars.Of(
                    style.FirstOrDefault(cell => cell.Labels[StyleLabels.OperationAxis] == operation), Metrics.Throughput, 1e6))])),
        ];
        return new BarChart
        {
            Name = "styles",
            Title = "Throughput of each style",
            Note = $"Medians. Creating: {CacheWords.Flushed(MajorityVerdict.Of(OfOperation(document, StyleLabels.Create)))}. "
                + $"Reading: {CacheWords.AfterDrop(MajorityVerdict.Of(OfOperation(document, StyleLabels.Read)))}.",
            Description = "Bars, two per style. " + string.Join(' ', groups.Select(group => CellBars.Sentence(group, s_kinds))),
            X = LinearAxis.Of("MB/s", CellBars.Longest(groups)),
            Kinds = s_kinds,
            Groups = groups,
            Nothing = "no cell was measured",
        };
    }
}
