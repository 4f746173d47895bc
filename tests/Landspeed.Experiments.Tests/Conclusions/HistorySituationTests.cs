using Landspeed.Experiments.Collecting;
using Landspeed.Experiments.Tests.Collecting;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class HistorySituationTests : SituationTests
{
    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation)
    {
        double[] before = situation.Better(2e9);
        double[] after = situation.Worse(2e9, 0.5);
        return History.Of(
            SampleHistory.Of([.. before, .. before.Length > 1 ? before : [], .. after, .. after.Length > 1 ? after : []], situation.Origin()), []).Conclusions;
    }

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => History.Of(
        SampleHistory.Of([.. Enumerable.Range(0, 1 + random.Next(30)).Select(_ => random.NextDouble() * 1e9)], Verdict.Device), []).Conclusions;
}
