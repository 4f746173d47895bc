using Landspeed.Experiments.Judging;
using Landspeed.Results;
using Landspeed.Results.Changes;

namespace Landspeed.Experiments.Changes;

/// <summary>Finds that the rate of a run changed.</summary>
internal static class ChangeFindings
{
    /// <summary>Reports the largest change of the rate.</summary>
    /// <param name="run">A run; one that was to become steady is expected to change before.</param>
    internal static FindingRecord? Of(RunRecord run)
    {
        if (run.Steady is not null || run.Changes.Count == 0)
        {
            return null;
        }

        ChangeRecord largest = run.Changes.MaxBy(Size)!;
        string which = run.Changes.Count == 1 ? "the rate"
            : $"the rate changed {AmountText.Count(run.Changes.Count)} times; most at "
                + $"{AmountText.Duration(largest.AtNs)}, when it";
        string when = run.Changes.Count == 1 ? $" at {AmountText.Duration(largest.AtNs)}" : string.Empty;
        string way = largest.AfterBytesPerS < largest.BeforeBytesPerS ? "fell" : "rose";
        return FindingCodes.RateChanged.Says(
            $"{which} {way} from {AmountText.Rate(largest.BeforeBytesPerS)} to "
            + $"{AmountText.Rate(largest.AfterBytesPerS)}{when}: "
            + (largest.Causes.Count == 0 ? "nothing that was observed changed enough to explain it"
                : $"at the same time {largest.Causes[0].Text}"));
    }

    private static double Size(ChangeRecord change) =>
        Math.Abs(Math.Log(Math.Max(1, change.AfterBytesPerS) / Math.Max(1, change.BeforeBytesPerS)));
}
