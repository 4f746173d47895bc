using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;
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
        // What came from the cache says nothing against what came from the device.
        ExperimentCellRecord[] done = [.. Done(cells, operation)];
        ExperimentCellRecord[] device = [.. done.Where(cell => (cell.ReadVerdict ?? cell.WriteVerdict) == Verdict.Device)];
        if (done.Length < 2)
        {
            yield break;
        }

        if (device.Length < 2)
        {
            string why = RateRanking.NotRanked(done.Length, "styles", [.. device.Select(StyleOf)]);
            yield return new AdviceRecord($"{operation}_not_ranked", $"{verb} is not ranked: {why}.");
            yield break;
        }

        yield return new AdviceRecord(
            $"{operation}_fastest", $"{verb} {Order(new RateRanking(device))}{LeftOut(done.Length - device.Length, done.Length)}.");
    }

    private static string Order(RateRanking styles)
    {
        string factor = Invariant($"{styles.Factor:F1} times");
        return !styles.HasEnoughRuns
            ? $"was fastest with {Named(styles.Best)}, and slowest with {Named(styles.Worst)}: {factor}; {styles.TooFewRuns}"
            : styles.IsLeadSure
                ? $"is fastest with {Named(styles.Best)}, and slowest with {Named(styles.Worst)}: {factor}"
                : $"has no clear winner: no style is fastest beyond the noise; the medians go from {Named(styles.Best)}, "
                    + $"to {Named(styles.Worst)}: {factor}";
    }

    private static string LeftOut(int left, int all) => left == 0 ? string.Empty : Invariant(
        $"; {left} of {all} styles {(left == 1 ? "is" : "are")} left out, whose verdict is not device");

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

    private static double Bytes(ExperimentCellRecord cell) => cell.Runs[0].BytesRead;

    private static string Named(ExperimentCellRecord cell) =>
        $"{StyleOf(cell)}, {RateRanking.WordsOf(cell)}";

    private static string StyleOf(ExperimentCellRecord cell) => cell.Labels[StyleLabels.StyleAxis];
}
