using Landspeed.Experiments.Results;
using Landspeed.Experiments.Sweeping;
using Landspeed.Experiments.Trials;
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
    internal static IReadOnlyList<AdviceRecord> Of(IReadOnlyList<ExperimentCellRecord> cells, HintOptions options)
    {
        ExperimentCellRecord[] measured =
            [.. cells.Where(cell => cell is
            {
                State: CellState.Done, ElapsedNs: not null, ReadAmplification: not null, ReadVerdict: Verdict.Device,
            })];
        int done = cells.Count(cell => cell.State == CellState.Done);
        if (done > 1 && measured.Length == 0)
        {
            return [new AdviceRecord("hints_not_ranked", $"Hints are not ranked: {RateRanking.NotRanked(done, "hints", [])}.")];
        }

        ExperimentCellRecord? plain = measured.FirstOrDefault(cell => cell.Name == HintNames.Of(AccessHint.None));
        if (plain is null || measured.Length < 2)
        {
            return [];
        }

        ExperimentCellRecord fastest = measured.MinBy(cell => cell.ElapsedNs!.Median)!;
        ExperimentCellRecord[] framework = [.. measured.Where(cell => cell.Labels[HintLabels.Hint] is "none" or "sequential-scan" or "random-access")];
        ExperimentCellRecord best = framework.MinBy(cell => cell.ElapsedNs!.Median)!;
        return [new AdviceRecord("hint", $"{What(options)}: {Fetched(plain)} without a hint; {Choice(plain, best)}{Beyond(best, fastest)}.")];
    }

    private static string What(HintOptions options) => options.Pattern switch
    {
        AccessPattern.Whole => $"To read whole files of {AmountText.Count(options.FileSize, "byte")}",
        AccessPattern.Header when options.Bytes == 1 => "To read the first byte of each file",
        AccessPattern.Header => Invariant($"To read the first {options.Bytes:N0} bytes of each file"),
        _ => $"To read {AmountText.Count(options.Bytes, "byte")} spread over each file",
    };

    private static string Fetched(ExperimentCellRecord cell) =>
        Invariant($"the device delivers {cell.ReadAmplification!.Median:F1} bytes per byte used");

    private static string Choice(ExperimentCellRecord plain, ExperimentCellRecord best)
    {
        double ratio = plain.ElapsedNs!.Median / best.ElapsedNs!.Median;
        bool overlap = Overlap(best, plain);
        if (best == plain || overlap)
        {
            return plain.ReadAmplification!.Median >= Wasteful
                ? "no FileOptions hint is faster beyond the noise"
                : "no FileOptions hint is faster beyond the noise, and little is fetched in vain";
        }

        return Invariant($"with {best.Name} {best.ReadAmplification!.Median:F1}, and it takes {100 / ratio:F0} % of the time");
    }

    private static bool Overlap(ExperimentCellRecord faster, ExperimentCellRecord slower) =>
        faster.ElapsedNs!.ConfidencePct is not >= RateRanking.SureFromPct || faster.ElapsedNs.High >= slower.ElapsedNs!.Low;

    private static string Beyond(ExperimentCellRecord best, ExperimentCellRecord fastest) =>
        fastest == best || Overlap(fastest, best)
            ? string.Empty
            : Invariant($"; fastest of all is {fastest.Name}, in {100 * fastest.ElapsedNs!.Median / best.ElapsedNs!.Median:F0} % of that");
}
