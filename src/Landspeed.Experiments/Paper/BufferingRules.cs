using Landspeed.Experiments.Judging;
using Landspeed.Results;
using Landspeed.Results.Paper;

namespace Landspeed.Experiments.Paper;

/// <summary>
/// Judges findings 1 and 3: the share of the rate of direct requests that FileStream with its defaults reaches.
/// </summary>
internal static class BufferingRules
{
    /// <summary>Judges finding 1: on a single disk it reaches all of it.</summary>
    internal static PaperJudgement SingleDisk(PaperEvidence evidence)
    {
        (PaperShare[] shares, PaperJudgement? missing) = Shares(evidence);
        return missing
            ?? (evidence.IsArray ? PaperJudgement.NotTestable(
                $"This volume is an array ({evidence.Array}), not a single disk. {Words(shares)}", "Name a directory on a single disk.")
            : shares.All(share => share.IsWithin) ? PaperJudgement.Confirmed(Words(shares))
            : shares.Any(share => share.IsBelow) ? PaperJudgement.Refuted(Words(shares))
            : PaperShare.Inconclusive(shares));
    }

    /// <summary>Judges finding 3: on an array it reaches too little.</summary>
    internal static PaperJudgement Array(PaperEvidence evidence)
    {
        (PaperShare[] shares, PaperJudgement? missing) = Shares(evidence);
        const string Needed = "Name a directory on a volume that is striped over several devices and counts what it moves (md, LVM).";
        return !evidence.IsArray ? PaperJudgement.NotTestable(
                $"{NoArray(evidence.Array)}{(shares.Length > 0 ? $". {Words(shares)}" : ".")}", Needed)
            : missing
            ?? (shares.Any(share => share.IsBelow) ? PaperJudgement.Confirmed(WithFactors(shares))
            : shares.All(share => share.IsWithin) ? PaperJudgement.Refuted(WithFactors(shares))
            : PaperShare.Inconclusive(shares));
    }

    private static string NoArray(string array) => array switch
    {
        PaperLabels.Unknown => "Whether this volume is an array is not known",
        PaperLabels.NoDevice => "This volume is on no block device that the system reports",
        _ => "This volume is on one device",
    };

    private static (PaperShare[] Shares, PaperJudgement? Missing) Shares(PaperEvidence evidence)
    {
        var shares = new List<PaperShare>();
        foreach (string operation in PaperEvidence.Operations)
        {
            (PaperCurve defaults, PaperCurve direct) = (evidence.Defaults(operation), evidence.Direct(operation));
            if (defaults.Best is not { } one || direct.Best is not { } other)
            {
                string nothing = defaults.Best is null ? $"with FileStream {defaults.Nothing}" : $"with direct requests {direct.Nothing}";
                return ([], PaperJudgement.NotTestable(
                    $"{PaperShare.Doing(operation)} {nothing}.", "Measure on a file system and a device that take direct requests, and count what they move."));
            }

            shares.Add(new PaperShare(operation, one, other));
        }

        return ([.. shares], null);
    }

    private static string Words(PaperShare[] shares) => string.Join(' ', shares.Select(share => $"{share.Words}."));

    private static string WithFactors(PaperShare[] shares) => string.Join(' ', shares.Select(share =>
        $"{share.Words}: direct is {AmountText.Times(1 / share.Rates.Share)} times as fast."));
}

/// <summary>A rate as a share of another rate of the same operation.</summary>
/// <param name="Operation">One of <see cref="PaperEvidence.Operations"/>.</param>
/// <param name="One">The point whose rate is compared.</param>
/// <param name="Whole">The point of whose rate it is a share.</param>
internal sealed record PaperShare(string Operation, SweepPoint One, SweepPoint Whole)
{
    /// <summary>The share, with the range that the runs allow.</summary>
    internal RateShare Rates { get; } = RateShare.Of(One.Throughput!, Whole.Throughput!);

    /// <summary>
    /// Whether it is at most 10 % less, beyond the spread of the runs; always true for a share of itself.
    /// </summary>
    internal bool IsWithin => IsWhole || Rates.IsWithin;

    /// <summary>Whether it is more than 10 % less, beyond the spread of the runs.</summary>
    internal bool IsBelow => !IsWhole && Rates.IsBelow;

    /// <summary>Both rates and the share, as a sentence without a full stop.</summary>
    internal string Words => IsWhole
        ? $"{Doing(Operation)} {PaperCurve.RateOf(One)} with {PaperCurve.MethodOf(One)}, the fastest size"
        : $"{Doing(Operation)} {PaperCurve.RateOf(One)} with {PaperCurve.MethodOf(One)}, {Percent(Rates.Share)} of the {PaperCurve.RateOf(Whole)} with {PaperCurve.MethodOf(Whole)}{Range}";

    private bool IsWhole => One == Whole;

    private string Range => double.IsFinite(Rates.High) && Percent(Rates.Low) != Percent(Rates.High)
        ? $" (by these runs {Percent(Rates.Low)} to {Percent(Rates.High)})" : string.Empty;

    /// <summary>Returns what is done, for the start of a sentence.</summary>
    internal static string Doing(string operation) => operation == "read" ? "Reading:" : "Writing:";

    /// <summary>Returns the judgement if the runs of none of some shares decide.</summary>
    internal static PaperJudgement Inconclusive(IEnumerable<PaperShare> shares)
    {
        PaperShare[] all = [.. shares];
        return PaperJudgement.Inconclusive(
            string.Join(' ', all.Select(share => $"{share.Words}.")),
            string.Join(' ', all.Where(share => share is { IsWithin: false, IsBelow: false }).Select(share => $"{Doing(share.Operation)} {share.Rates.Inconclusive}.")));
    }

    private static string Percent(double share) => AmountText.Percent(100 * share);
}
