using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Patterns.Creation;
using Landspeed.Results.Creation;
using static System.FormattableString;

namespace Landspeed.Experiments.Paper;

/// <summary>
/// Judges finding 2: the gain from setting the length of a file first if the free space is fragmented. That is what the
/// report's programs did (SetLength); the gain from reserving the blocks is reported in addition.
/// </summary>
internal static class PreallocationRule
{
    internal static PaperJudgement Judge(PaperEvidence evidence)
    {
        CreationLine? none = evidence.Created(CreationLabels.Fragmented, CreationLabels.None);
        CreationLine? length = evidence.Created(CreationLabels.Fragmented, CreationLabels.Length);
        if (none is null || CreationPair.Of(none, length) is not { } pair)
        {
            return Missing(evidence);
        }

        string rates = $"On the fragmented volume {AmountText.Rate(pair.Other)} with the length set first, {AmountText.Rate(pair.One)} without";
        string here = $"{rates}: {Outcome(pair, "setting it")}{pair.Runs}.{Reserving(evidence, none)}{Loss(evidence, pair)} {pair.Which}.";
        return pair.Difference.Kind switch
        {
            DifferenceKind.More => PaperJudgement.Confirmed(here),
            DifferenceKind.Inconclusive => PaperJudgement.Inconclusive(here, Needed(pair.Difference)),
            _ => PaperJudgement.Refuted(here),
        };
    }

    private static string Needed(Difference difference) => difference.RunsToDecide is { } runs
        ? $"About {AmountText.Count(runs, "run")} instead of {AmountText.Count(difference.Runs)}."
        : $"A quieter machine: not even {AmountText.Count(Difference.MostRuns, "run")} would decide.";

    private static string Outcome(CreationPair pair, string what) => pair.Difference.Kind switch
    {
        DifferenceKind.More => $"{what} gains {pair.Gain}",
        DifferenceKind.Less => $"{what} costs {pair.Loss}",
        DifferenceKind.Equal => Invariant($"no difference within {Difference.EqualPct} %"),
        _ => pair.Difference.Ratio < 1 ? $"{pair.Loss} less, within the spread" : $"{pair.Gain} more, within the spread",
    };

    // What reserves blocks today.
    private static string Reserving(PaperEvidence evidence, CreationLine none) =>
        CreationPair.Of(none, evidence.Created(CreationLabels.Fragmented, CreationLabels.Reserved)) is { } pair
            ? $" With the blocks reserved first (fallocate) {AmountText.Rate(pair.Other)}: "
                + $"{Outcome(pair, "reserving")}."
            : string.Empty;

    // The cost of a fragmented volume: 25 % in 2004.
    private static string Loss(PaperEvidence evidence, CreationPair onFragmented) =>
        evidence.Created(CreationLabels.Clean, CreationLabels.None) is { } clean
        && CreationPair.Of(clean, evidence.Created(CreationLabels.Fragmented, CreationLabels.None)) is { } pair && onFragmented.Other.Median > 0
            ? pair.Difference.Kind switch
            {
                DifferenceKind.Less => $" Against a clean volume, {AmountText.Rate(pair.One)}, a fragmented one costs {pair.Loss} without preallocation.",
                DifferenceKind.Equal => $" A clean volume is not faster: {AmountText.Rate(pair.One)}.",
                DifferenceKind.More => $" A clean volume is slower: {AmountText.Rate(pair.One)}.",
                _ => $" Whether a clean volume is faster is inconclusive: {AmountText.Rate(pair.One)}.",
            }
            : string.Empty;

    private static PaperJudgement Missing(PaperEvidence evidence) => evidence switch
    {
        { Creation: null } => PaperJudgement.NotTestable("No files were created.", "Run it as root, which can make a volume in a file and fragment it."),
        { HasFragmented: true } => PaperJudgement.NotTestable(
            "Too few of the files that were created on the fragmented volume went to the device.", "Let it run to its end, on a device whose counters the system shows."),
        _ => PaperJudgement.NotTestable(
            "Files were created on this volume as it is; it was not fragmented on purpose.", "Run it as root, which can make a volume in a file and fragment it."),
    };
}
