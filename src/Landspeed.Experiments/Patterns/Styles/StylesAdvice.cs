using Landspeed.Experiments.Judging;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>States what the styles' cells mean, in sentences; a pure function.</summary>
internal static class StylesAdvice
{
    private const double LeastTax = 0.01; // allocated bytes per byte: below this, only buffers are allocated
    private const double SameTax = 0.95; // share of the most: styles this close allocate the same

    /// <summary>Returns the sentences; none while fewer than two styles of an operation are measured.</summary>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells) =>
    [
        .. Fastest(cells, StyleLabels.Create, "Create", "creating"),
        .. Fastest(cells, StyleLabels.Read, "Read", "reading"),
        .. Tax(cells),
        .. AwaitingAdvice.Of(cells),
    ];

    private static IEnumerable<ConclusionRecord> Fastest(
        IReadOnlyList<CellRecord> cells, string operation, string verb, string gerund)
    {
        bool isCreate = operation == StyleLabels.Create;

        // Results from the cache are not compared with results from the device.
        CellRecord[] done = [.. Done(cells, operation)];
        CellRecord[] device = [.. done.Where(cell => (cell.Verdicts.Read ?? cell.Verdicts.Write) == Verdict.Device)];
        if (done.Length < 2)
        {
            yield break;
        }

        if (device.Length < 2)
        {
            string why = RateRanking.NotRanked(done.Length, "styles", [.. device.Select(StyleOf)]);
            yield return (isCreate ? ConclusionCodes.CreateNotRanked : ConclusionCodes.ReadNotRanked).Says($"Do not choose a style of {gerund} by these rates. Styles are not ranked: {why}.");
            yield break;
        }

        yield return (isCreate ? ConclusionCodes.CreateFastest : ConclusionCodes.ReadFastest).Says(
            $"{Order(new RateRanking(device), verb, gerund)}{LeftOut(done.Length - device.Length, done.Length)}.");
    }

    private static string Order(RateRanking styles, string verb, string gerund)
    {
        string factor = Invariant($"{styles.Factor:F1} times");
        return styles.IsLeadSure
            ? $"{verb} with the style {StyleOf(styles.Best)}. It is fastest with {Named(styles.Best)}, and slowest with {Named(styles.Worst)}: {factor}"
            : styles.HasEnoughRuns
                ? $"{(styles.IsNoisy ? $"Repeat before you choose a style of {gerund}" : $"{verb} with any of the fast styles")}. "
                    + $"No style is fastest beyond {styles.Beyond}; medians range from {Named(styles.Best)}, "
                    + $"to {Named(styles.Worst)}: {factor}{styles.SlowerWords(StyleOf)}"
                : styles.Behind.Count > 0
                    ? $"Do not {verb.ToLowerInvariant()} with {AmountText.AnyOf([.. styles.Behind.Select(StyleOf)])}. {Slow(styles)}; "
                        + $"which of the others is fastest is inconclusive: {styles.FewRunsDoNot}"
                    : $"Repeat before you choose a style of {gerund}. It was fastest with {Named(styles.Best)}, "
                        + $"and slowest with {Named(styles.Worst)}: {factor}; {styles.TooFewRuns}";
    }

    private static string Slow(RateRanking styles)
    {
        string from = AmountText.Times(RateRanking.RateOf(styles.Best) / RateRanking.RateOf(styles.Behind[0]));
        string to = AmountText.Times(styles.Factor);
        return $"It was fastest with {Named(styles.Best)}, and {(styles.Behind.Count == 1 ? to : $"{from} to {to}")} times slower with "
            + $"{(styles.Behind.Count == 1 ? $"{Named(styles.Worst)}" : $"these, down to {Named(styles.Worst)}")}, well beyond the noise";
    }

    private static string LeftOut(int left, int all) => left == 0 ? string.Empty : Invariant(
        $"; {left} of {all} styles {(left == 1 ? "is" : "are")} left out because the verdict is not device");

    // Bytes allocated are counted, not timed: no noise, wherever the file was read from.
    private static IEnumerable<ConclusionRecord> Tax(IReadOnlyList<CellRecord> cells)
    {
        CellRecord[] done = [.. Done(cells, StyleLabels.Read).Where(cell => cell[Metrics.Allocated] is not null).OrderByDescending(PerByte)];
        if (done.Length > 1 && PerByte(done[0]) >= LeastTax && done[0][Metrics.Elapsed] is { Median: > 0 } elapsed)
        {
            string[] most = [.. done.Where(cell => PerByte(cell) >= PerByte(done[0]) * SameTax).Select(StyleOf)];
            string subject = most.Length == 1 ? $"{most[0]} allocates most in reading" : $"{AmountText.List(most)} allocate most in reading, about the same";
            yield return ConclusionCodes.ManagedTax.Says(Invariant(
                $"Of all styles, {subject}. {(most.Length == 1 ? "It" : StyleOf(done[0]))} allocates {PerByte(done[0]):F2} bytes per byte read, ")
                + Invariant($"and garbage collection pauses it for {100 * (done[0][Metrics.CollectionPause]?.Median ?? 0) / elapsed.Median:F1} % of the time."));
        }
    }

    private static double PerByte(CellRecord cell) => cell[Metrics.Allocated]!.Median / Math.Max(1, Bytes(cell));

    private static IEnumerable<CellRecord> Done(IReadOnlyList<CellRecord> cells, string operation) =>
        cells.Where(cell => cell.State == CellState.Done && cell[Metrics.Throughput] is { Median: > 0 }
            && cell.Labels[StyleLabels.OperationAxis] == operation);

    private static double Bytes(CellRecord cell) => cell.Runs[0][Metrics.BytesRead] ?? 0;

    private static string Named(CellRecord cell) =>
        $"{StyleOf(cell)}, {RateRanking.WordsOf(cell)}";

    private static string StyleOf(CellRecord cell) => cell.Labels[StyleLabels.StyleAxis];
}
