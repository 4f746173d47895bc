using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Patterns.Creation;
using Landspeed.Experiments.Results.Creation;
using static System.FormattableString;

namespace Landspeed.Experiments.Paper;

/// <summary>Finding 2: what reserving the blocks of a file first gains where the free space lies in pieces.</summary>
internal static class PreallocationRule
{
    /// <summary>The rule.</summary>
    internal static PaperJudgement Judge(PaperEvidence evidence)
    {
        CreationLine? none = evidence.Created(CreationLabels.Fragmented, CreationLabels.None);
        CreationLine? reserved = evidence.Created(CreationLabels.Fragmented, CreationLabels.Reserved);
        if (none is null || CreationPair.Of(none, reserved) is not { } pair)
        {
            return Missing(evidence);
        }

        string rates = $"On the fragmented volume {AmountText.Rate(pair.Other)} with the blocks reserved first, {AmountText.Rate(pair.One)} without";
        string here = $"{rates}: {Outcome(pair)}{pair.Runs}.{Loss(evidence, pair)} {pair.Which}.";
        return pair.Difference.Kind switch
        {
            DifferenceKind.More => PaperJudgement.Confirmed(here),
            DifferenceKind.NotTold => PaperJudgement.NotTestable($"The runs do not tell. {here}", $"{pair.Difference.NotTold}."),
            _ => PaperJudgement.Refuted(here),
        };
    }

    private static string Outcome(CreationPair pair) => pair.Difference.Kind switch
    {
        DifferenceKind.More => $"reserving gains {pair.Gain}",
        DifferenceKind.Less => $"reserving costs {pair.Loss}",
        DifferenceKind.Equal => Invariant($"no difference within {Difference.EqualPct} %"),
        _ => pair.Difference.Ratio < 1 ? $"{pair.Loss} less, within the spread" : $"{pair.Gain} more, within the spread",
    };

    // What a fragmented volume costs at all: 25 % in 2004.
    private static string Loss(PaperEvidence evidence, CreationPair onFragmented) =>
        evidence.Created(CreationLabels.Clean, CreationLabels.None) is { } clean
        && CreationPair.Of(clean, evidence.Created(CreationLabels.Fragmented, CreationLabels.None)) is { } pair && onFragmented.Other.Median > 0
            ? pair.Difference.Kind switch
            {
                DifferenceKind.Less => $" Against a clean volume, {AmountText.Rate(pair.One)}, a fragmented one costs {pair.Loss} without preallocation.",
                DifferenceKind.Equal => $" A clean volume is no faster: {AmountText.Rate(pair.One)}.",
                DifferenceKind.More => $" A clean volume is slower: {AmountText.Rate(pair.One)}.",
                _ => $" What a fragmented volume costs against a clean one is not told: {AmountText.Rate(pair.One)} there.",
            }
            : string.Empty;

    private static PaperJudgement Missing(PaperEvidence evidence) => evidence switch
    {
        { Creation: null } => PaperJudgement.NotTestable("No files were created.", "Run it as root, which may make a volume in a file and fragment it."),
        { HasFragmented: true } => PaperJudgement.NotTestable(
            "Too few of the files that were created on the fragmented volume went to the device.", "Let it run to its end, on a device whose counters the system shows."),
        _ => PaperJudgement.NotTestable(
            "Files were created on this volume as it is, and nobody fragmented it on purpose.", "Run it as root, which may make a volume in a file and fragment it."),
    };
}
