using Landspeed.Results;

namespace Landspeed.Experiments.Paper;

/// <summary>Judges finding 5: whether one CPU moves 800 MB/s with direct requests.</summary>
internal static class ProcessorRule
{
    private const double BytesPerS = 800e6;
    private const double NsPerS = 1e9;

    internal static PaperJudgement Judge(PaperEvidence evidence)
    {
        var all = new List<Work>();
        foreach (string operation in PaperEvidence.Operations)
        {
            PaperCurve curve = evidence.Direct(operation);
            if (curve.Best is not { } best || best.CpuPerByte is not { Median: > 0 })
            {
                return PaperJudgement.NotTestable(
                    $"{PaperShare.Doing(operation)} with direct requests {(curve.Best is null ? curve.Nothing : "the CPU time is unknown")}.",
                    "Measure on a file system and a device that take direct requests, and count what they move.");
            }

            all.Add(new Work(operation, best));
        }

        string here = string.Join(' ', all.Select(work => work.Words));
        return all.Any(work => work.IsTooMuch) ? PaperJudgement.Refuted(here)
            : all.All(work => work.IsReached) ? PaperJudgement.Confirmed(here)
            : all.Any(work => work.IsTooSlow)
                ? PaperJudgement.NotTestable(here, $"A device that moves more than {AmountText.Rate(BytesPerS)}.")
            : PaperJudgement.Inconclusive(here, "More runs.");
    }

    private sealed record Work(string Operation, SweepPoint Point)
    {
        private (double Low, double High) Rate => Point.Throughput!.SureRange();

        internal bool IsTooSlow => Rate.High < BytesPerS;

        private (double Low, double High) Cost => Point.CpuPerByte!.SureRange();

        private double Share => Point.Throughput!.Median * Point.CpuPerByte!.Median / NsPerS;

        internal bool IsReached => Rate.Low > BytesPerS && ShareOf(Cost.High) < 1;

        internal bool IsTooMuch => ShareOf(Cost.Low) > 1;

        internal string Words
        {
            get
            {
                string cost = PaperCurve.CostOf(Point) is { } known ? $" at {known} per byte" : string.Empty;
                string at = $"{PaperShare.Doing(Operation)} {PaperCurve.RateOf(Point)} with {PaperCurve.MethodOf(Point)}{cost}, {AmountText.Percent(100 * Share)} of one CPU";
                return IsReached && Share < 1 ? $"{at}."
                    : $"{at}; {AmountText.Rate(BytesPerS)} would take {AmountText.Percent(100 * ShareOf(Point.CpuPerByte!.Median))} of it.";
            }
        }

        // Share of one CPU, for 800 MB/s at this much time per byte.
        private static double ShareOf(double nsPerByte) => BytesPerS * nsPerByte / NsPerS;
    }
}
