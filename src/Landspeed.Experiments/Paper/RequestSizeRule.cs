using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Paper;

/// <summary>Judges finding 4: whether 64 KiB are enough for direct requests, and smaller ones are not.</summary>
internal static class RequestSizeRule
{
    private const long Start = 64 << 10;

    internal static PaperJudgement Judge(PaperEvidence evidence)
    {
        var all = new List<(PaperShare Start, PaperShare Smallest)>();
        foreach (string operation in PaperEvidence.Operations)
        {
            PaperCurve curve = evidence.OneAtATime(operation);
            if (curve.Best is not { } best || curve.At(Start) is not { } start || curve.Points[0].RequestSizeBytes >= Start || curve.Points[^1].RequestSizeBytes <= Start)
            {
                string why = curve.Best is null ? curve.Nothing : $"no sizes below, at and above {AmountText.Size(Start)} are judged";
                return PaperJudgement.NotTestable(
                    $"{PaperShare.Doing(operation)} with direct requests one at a time {why}.", "Measure direct requests from the smallest to 4 MiB, on a device whose counters the system shows.");
            }

            all.Add((new PaperShare(operation, start, best), new PaperShare(operation, curve.Points[0], best)));
        }

        string here = string.Join(' ', all.Select(one => $"{one.Start.Words}. {Enough(evidence, one.Start.Operation)}."));
        bool isEnough = all.All(one => one.Start.IsWithin);
        return all.Any(one => one.Start.IsBelow) ? PaperJudgement.Refuted(here)
            : isEnough && all.Any(one => one.Smallest.IsBelow) ? PaperJudgement.Confirmed(here)
            : isEnough && all.All(one => one.Smallest.IsWithin)
                ? PaperJudgement.Refuted($"{here} The smallest size, {AmountText.Size(all[0].Smallest.One.RequestSizeBytes)}, is enough already.")
            : PaperShare.Inconclusive(isEnough ? all.Select(one => one.Smallest) : all.Select(one => one.Start));
    }

    // What is enough today.
    private static string Enough(PaperEvidence evidence, string operation)
    {
        string one = SizeOf(evidence.OneAtATime(operation));
        PaperCurve deep = evidence.Deep(operation);
        return $"90 % of the best rate needs {one}{(deep.Best is { } best ? Invariant($", or {SizeOf(deep)} with {best.QueueDepth} in flight") : string.Empty)}";
    }

    private static string SizeOf(PaperCurve curve)
    {
        SweepPoint best = curve.Best!;
        return AmountText.Size(Math.Min(best.RequestSizeBytes, curve.Enough?.RequestSizeBytes ?? long.MaxValue));
    }
}
