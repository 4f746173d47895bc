namespace Landspeed.Results;

/// <summary>A measured cell whose calls are awaited, and its twin: the same work through the same calls, or the nearest to them, without awaiting.</summary>
/// <param name="Awaited">A cell of an API or a style.</param>
/// <param name="Plain">Its twin.</param>
public sealed record AwaitedPair(CellRecord Awaited, CellRecord Plain)
{
    private const string Sequential = "sequential";
    private const string Cached = "off";

    /// <summary>The operation of both: a value of the axis of operations.</summary>
    public string Operation => Awaited.Labels[ApiLabels.OperationAxis];

    /// <summary>Returns the name of the API or style of one of the two.</summary>
    /// <param name="cell">A cell of APIs or styles.</param>
    public static string NameOf(CellRecord cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return cell.Labels.GetValueOrDefault(ApiLabels.ApiAxis) ?? cell.Labels[StyleLabels.StyleAxis];
    }

    /// <summary>
    /// Returns the pairs that show the cost of awaiting best: for each operation, sequential order is preferred to
    /// random, and a cached file to one read from the device.
    /// </summary>
    /// <param name="cells">Cells of APIs or of styles, in any state.</param>
    /// <returns>In the order of the cells; empty if a twin is missing, or if the thread pool was not counted.</returns>
    public static IReadOnlyList<AwaitedPair> MostTelling(IReadOnlyList<CellRecord> cells) =>
    [
        .. All(cells).GroupBy(pair => pair.Operation, StringComparer.Ordinal)
            .SelectMany(operation => operation.GroupBy(pair => pair.Rank()).MinBy(kind => kind.Key)!),
    ];

    private static IEnumerable<AwaitedPair> All(IReadOnlyList<CellRecord> cells)
    {
        CellRecord[] measured =
            [.. cells.Where(cell => cell.State == CellState.Done && cell[Metrics.CpuPerRequest] is { Median: > 0 } && cell[Metrics.PoolItems] is not null)];
        foreach (CellRecord cell in measured)
        {
            string? twin = cell.Labels.ContainsKey(ApiLabels.ApiAxis) ? ApiLabels.TwinOf(NameOf(cell)) : StyleLabels.TwinOf(NameOf(cell));
            if (measured.FirstOrDefault(other => NameOf(other) == twin && IsSameWork(cell, other)) is { } plain)
            {
                yield return new AwaitedPair(cell, plain);
            }
        }
    }

    private static bool IsSameWork(CellRecord one, CellRecord other) => one.Labels.All(label =>
        label.Key is ApiLabels.ApiAxis or StyleLabels.StyleAxis or StyleLabels.Calls || other.Labels.GetValueOrDefault(label.Key) == label.Value);

    private int Rank() => Awaited.Labels.GetValueOrDefault(ApiLabels.OrderAxis, Sequential) == Sequential ? RankOfFlush() : 2 + RankOfFlush();

    private int RankOfFlush() => Awaited.Labels.GetValueOrDefault(ApiLabels.FlushAxis, Cached) == Cached ? 0 : 1;
}
