using Landspeed.Experiments.Hints;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class HintSituationTests : SituationTests
{
    private static readonly HintOptions s_options = new() { Directory = FilePath.FromText("/data"), Seed = 1 };
    private static readonly HintAmounts s_amounts = new(1000, 1000L << 20, 10_000_000, 1 << 20);

    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => HintConclusion.Of(
        [
            Cell(situation, AccessHint.None, situation.Worse(2e8, 2), situation == Situation.Tie ? 1.2288 : 16.384),
            Cell(situation, AccessHint.RandomAccess, situation.Better(2e8), 1.2288),
        ],
        s_options with { Repetitions = situation == Situation.TooFewRuns ? 1 : 5 }, s_amounts);

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => HintConclusion.Of(
        [
            .. from hint in Enum.GetValues<AccessHint>()
               where random.Next(3) > 0
               let cell = Any(random, SampleCell.Done(HintNames.Of(hint), (HintLabels.Hint, HintNames.Of(hint))), Metrics.Elapsed, 2e8)
               select cell[Metrics.Elapsed] is null ? cell : cell.With(Metrics.ReadAmplification, 0.95 + (random.Next(3) * random.Next(20))),
        ],
        s_options with { Pattern = (AccessPattern)random.Next(3), Repetitions = random.Next(1, 9), Bytes = random.Next(1, 3) },
        s_amounts with { LengthOfEach = random.Next(2) == 0 ? null : random.Next(1, 3) });

    private static CellRecord Cell(Situation situation, AccessHint hint, double[] times, double amplification) =>
        SampleCell.Done(HintNames.Of(hint), (HintLabels.Hint, HintNames.Of(hint))).Of(situation.Origin())
            .With(Metrics.Elapsed, times).With(Metrics.ReadAmplification, situation == Situation.Cached ? 0 : amplification);
}
