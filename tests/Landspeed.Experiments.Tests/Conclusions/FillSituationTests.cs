using Landspeed.Experiments.Filling;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class FillSituationTests : SituationTests
{
    private const double Mebi = 1 << 20;

    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => FillConclusions.Of(
    [
        situation switch
        {
            Situation.ClearWin => Cell((7, 13_434), (1, 870), (1, 1009)),
            Situation.Tie => Cell((7, 20), (1, 1), (1, 1)),
            Situation.TooFewRuns => Cell((5, 325), (1, 6), (1, 4)),
            Situation.Cut => Cell((5, 325), (1, 69), (1, 3)).With(Metrics.ProbeRuns).With(Metrics.ReservedProbeRuns),
            _ => Cell((9, 811), (1, 594), (1, 13)).With(Metrics.FreeRunsAfter).With(Metrics.FreeRunsBefore),
        },
    ]);

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random)
    {
        CellRecord cell = Cell((Any(random), Any(random)), (Any(random), Any(random)), (Any(random), Any(random)));
        Metric[] metrics = [Metrics.FreeRunsAfter, Metrics.ProbeBytes, Metrics.ProbeRuns, Metrics.ReservedProbeRunsBefore];
        return FillConclusions.Of([random.Next(4) > 0 ? cell : cell.With(metrics[random.Next(metrics.Length)])]);
    }

    private static CellRecord Cell((int Before, int After) free, (int Before, int After) appended, (int Before, int After) reserved) =>
        SampleCell.Done("fill").With(Metrics.ProbeBytes, 64 * Mebi)
            .With(Metrics.FreeRunsBefore, free.Before).With(Metrics.FreeRunsAfter, free.After)
            .With(Metrics.ProbeRunsBefore, appended.Before).With(Metrics.ProbeRuns, appended.After)
            .With(Metrics.ReservedProbeRunsBefore, reserved.Before).With(Metrics.ReservedProbeRuns, reserved.After);

    private static int Any(Random random) => random.Next(3) == 0 ? random.Next(3) : random.Next(1, 20_000);
}
