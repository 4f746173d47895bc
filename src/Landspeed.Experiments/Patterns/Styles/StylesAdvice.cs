using Landspeed.Experiments.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>What the styles' cells say, in sentences; a pure function.</summary>
internal static class StylesAdvice
{
    /// <summary>The sentences; none while fewer than two styles of an operation are measured.</summary>
    internal static IReadOnlyList<AdviceRecord> Of(IReadOnlyList<ExperimentCellRecord> cells) =>
    [
        .. Fastest(cells, StyleLabels.Create, "Creating"),
        .. Fastest(cells, StyleLabels.Read, "Reading"),
        .. Tax(cells),
    ];

    private static IEnumerable<AdviceRecord> Fastest(
        IReadOnlyList<ExperimentCellRecord> cells, string operation, string verb)
    {
        ExperimentCellRecord[] done = [.. Done(cells, operation).OrderByDescending(Rate)];
        if (done.Length > 1)
        {
            yield return new AdviceRecord(
                $"{operation}_fastest",
                $"{verb} is fastest with {StyleOf(done[0])}, {Invariant($"{Rate(done[0]) / 1e6:N0}")} MB/s, and slowest with "
                + $"{StyleOf(done[^1])}, {Invariant($"{Rate(done[^1]) / 1e6:N0}")} MB/s: "
                + Invariant($"{Rate(done[0]) / Rate(done[^1]):F1} times."));
        }
    }

    private static IEnumerable<AdviceRecord> Tax(IReadOnlyList<ExperimentCellRecord> cells)
    {
        ExperimentCellRecord[] done = [.. Done(cells, StyleLabels.Read).Where(cell => cell.ManagedAllocatedBytes is not null)];
        if (done.Length > 1 && done.MaxBy(cell => cell.ManagedAllocatedBytes) is { } most
            && most.ElapsedNs is { Median: > 0 } elapsed)
        {
            yield return new AdviceRecord("managed_tax", Invariant(
                $"Reading with {StyleOf(most)} allocates {most.ManagedAllocatedBytes / Math.Max(1, Bytes(most)):F2} bytes for each byte read, ")
                + Invariant($"and the collector pauses it for {100 * (most.GarbageCollectionPauseNs ?? 0) / elapsed.Median:F1} % of the time."));
        }
    }

    private static IEnumerable<ExperimentCellRecord> Done(IReadOnlyList<ExperimentCellRecord> cells, string operation) =>
        cells.Where(cell => cell.State == CellState.Done && cell.ThroughputBytesPerS is { Median: > 0 }
            && cell.Labels[StyleLabels.OperationAxis] == operation);

    private static double Rate(ExperimentCellRecord cell) => cell.ThroughputBytesPerS!.Median;

    private static double Bytes(ExperimentCellRecord cell) => cell.Runs[0].BytesRead;

    private static string StyleOf(ExperimentCellRecord cell) => cell.Labels[StyleLabels.StyleAxis];
}
