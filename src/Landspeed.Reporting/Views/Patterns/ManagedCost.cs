using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Patterns;

/// <summary>What the managed runtime costs calls that are awaited, beside their twins that are not: a table an operation.</summary>
internal static class ManagedCost
{
    private const string Note = "Each awaited one above its twin. Per record: CPU time, bytes allocated, work items of the thread pool, "
        + "and their wait from the call until a thread begins. Per run: collections, their pause, maximum threads of the pool, and new ones.";

    /// <summary>The tables; none where nothing was awaited, or its twin is not measured.</summary>
    /// <param name="document">Of APIs or styles.</param>
    /// <param name="title">Of the table with this pair, without its first words.</param>
    /// <param name="more">What to give to get more work items into a run.</param>
    public static IEnumerable<ReportTable> Of(ResultDocument document, Func<AwaitedPair, string> title, string more) =>
        AwaitedPair.MostTelling(document.Cells).GroupBy(pair => pair.Operation, StringComparer.Ordinal).Select(pairs => new ReportTable
        {
            Title = $"Managed cost of awaiting, {title(pairs.First())}",
            Note = Note + (pairs.Any(pair => pair.Awaited[Metrics.PoolItems]?.Median > 0 && pair.Awaited[Metrics.PoolWait] is null)
                ? $" No wait where fewer than 100 items were timed: give {more}." : string.Empty),
            Columns = ["calls", "cpu", "bytes", "items", "wait", "GCs", "GC pause", "threads", "new", "verdict"],
            Rows = [.. pairs.SelectMany(pair => new[] { pair.Awaited, pair.Plain }).Select(Row)],
        });

    private static IReadOnlyList<ReportCell> Row(CellRecord cell) =>
    [
        $"{AwaitedPair.NameOf(cell)}{(cell.Labels.TryGetValue(ApiLabels.SizeAxis, out string? size) ? $" {size}" : string.Empty)}"
            + (ApiLabels.CutAtPct(cell) is { } share ? $" ({Format.CutShare(share)})" : string.Empty),
        Cells.Value(cell, Metrics.CpuPerRequest),
        Cells.Value(cell, Metrics.AllocatedPerRequest),
        Cells.Value(cell, Metrics.PoolItemsPerRequest),
        Cells.Value(cell, Metrics.PoolWait),
        Cells.Value(cell, Metrics.Collections),
        Cells.Value(cell, Metrics.CollectionPause),
        Most(cell, Metrics.PoolThreadsMost),
        Most(cell, Metrics.PoolThreadsInjected),
        Cells.Verdicts(cell),
    ];

    private static ReportCell Most(CellRecord cell, Metric metric) =>
        cell[metric] is { } count ? Format.Count((long)count.Max) : ReportCell.Empty;
}
