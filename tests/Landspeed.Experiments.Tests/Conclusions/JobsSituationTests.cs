using Landspeed.Experiments.Merging;
using Landspeed.Results;
using Landspeed.Results.Jobs;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class JobsSituationTests : SituationTests
{
    private const double S = 1e9;

    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) =>
    [
        .. JobMerge.Conclusions(
            SampleCell.Done(JobLabels.Together).Of(situation.Origin())
                .With(Metrics.ThroughputAllBusy, situation.Better(500e6))
                .With(Metrics.Elapsed, situation.Better(10 * S))
                .With(Metrics.AllBusy, situation.Worse(10 * S, 0.5)),
            2),
    ];

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) =>
    [
        .. JobMerge.Conclusions(
            Any(random, SampleCell.Done(JobLabels.Together), Metrics.ThroughputAllBusy, 500e6)
                .With(Metrics.Elapsed, 10 * S).With(Metrics.AllBusy, 10 * S * random.NextDouble()),
            random.Next(2, 100)),
    ];
}
