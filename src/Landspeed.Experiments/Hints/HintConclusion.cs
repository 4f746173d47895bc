using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Hints;

/// <summary>The sentence that the table comes to; a pure function.</summary>
internal static class HintConclusion
{
    /// <summary>From this many bytes fetched per byte used on, read-ahead is waste: 1.5.</summary>
    private const double Wasteful = 1.5;

    /// <summary>Concludes.</summary>
    /// <param name="cells">All cells; those not measured are left out.</param>
    /// <param name="options">What was read.</param>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells, HintOptions options)
    {
        CellRecord[] measured =
            [.. cells.Where(cell => cell is { State: CellState.Done, Verdicts.Read: Verdict.Device }
                && cell[Metrics.Elapsed] is not null && cell[Metrics.ReadAmplification] is not null)];
        int done = cells.Count(cell => cell.State == CellState.Done);
        if (done > 1 && measured.Length == 0)
        {
            return [new ConclusionRecord("hints_not_ranked", $"Do not choose a hint by these numbers. Hints are not ranked: {RateRanking.NotRanked(done, "hints", [])}.")];
        }

        CellRecord? plain = measured.FirstOrDefault(cell => cell.Name == HintNames.Of(AccessHint.None));
        if (plain is null || measured.Length < 2)
        {
            return [];
        }

        CellRecord fastest = measured.MinBy(cell => cell[Metrics.Elapsed]!.Median)!;
        CellRecord[] framework = [.. measured.Where(cell => cell.Labels[HintLabels.Hint] is "none" or "sequential-scan" or "random-access")];
        CellRecord best = framework.MinBy(cell => cell[Metrics.Elapsed]!.Median)!;
        return [new ConclusionRecord("hint", $"{Recommended(plain, best)} {What(options)}. {Fetched(plain)} without a hint; {Choice(plain, best)}{Beyond(best, fastest)}.")];
    }

    private static string What(HintOptions options) => options.Pattern switch
    {
        AccessPattern.Whole => $"to read whole files of {AmountText.Count(options.FileSize, "byte")}",
        AccessPattern.Header when options.Bytes == 1 => "to read the first byte of each file",
        AccessPattern.Header => Invariant($"to read the first {options.Bytes:N0} bytes of each file"),
        _ => $"to read {AmountText.Count(options.Bytes, "byte")} spread over each file",
    };

    private static string Fetched(CellRecord cell) =>
        Invariant($"The device delivers {cell[Metrics.ReadAmplification]!.Median:F1} bytes per byte used");

    private static string Recommended(CellRecord plain, CellRecord best) =>
        best == plain || Overlap(best, plain) ? "Give no hint" : $"Give the hint {best.Name}";

    private static string Choice(CellRecord plain, CellRecord best)
    {
        double ratio = plain[Metrics.Elapsed]!.Median / best[Metrics.Elapsed]!.Median;
        bool overlap = Overlap(best, plain);
        if (best == plain || overlap)
        {
            return plain[Metrics.ReadAmplification]!.Median >= Wasteful
                ? "no FileOptions hint is faster beyond the noise"
                : "no FileOptions hint is faster beyond the noise, and little is fetched in vain";
        }

        return Invariant($"with {best.Name} {best[Metrics.ReadAmplification]!.Median:F1}, and it takes {100 / ratio:F0} % of the time");
    }

    private static bool Overlap(CellRecord faster, CellRecord slower) =>
        faster[Metrics.Elapsed]!.ConfidencePct is not >= RateRanking.SureFromPct || faster[Metrics.Elapsed]!.High >= slower[Metrics.Elapsed]!.Low;

    private static string Beyond(CellRecord best, CellRecord fastest) =>
        fastest == best || Overlap(fastest, best)
            ? string.Empty
            : Invariant($"; fastest of all is {fastest.Name}, in {100 * fastest[Metrics.Elapsed]!.Median / best[Metrics.Elapsed]!.Median:F0} % of that");
}
