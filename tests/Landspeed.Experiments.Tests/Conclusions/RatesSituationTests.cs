using System.Globalization;
using Landspeed.Experiments.Rates;
using Landspeed.Results;
using Landspeed.Results.Rates;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class RatesSituationTests : SituationTests
{
    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => RateConclusions.Of(
        [
            Rate(1, 1000).Of(situation.Origin()).With(Metrics.ResponseP99, situation.Better(1e6)),
            Rate(2, 2000).Of(situation.Origin()).With(Metrics.ResponseP99, situation.Worse(1e6, 2.2)),
            Rate(3, 2500).Of(situation.Origin()), // too few requests for the percentile
        ],
        new ResponseLimit(ResponsePercentile.P99, TimeSpan.FromMilliseconds(2)));

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => RateConclusions.Of(
        [
            .. Enumerable.Range(1, random.Next(1, 12)).Select(rate =>
                Any(random, Rate(rate, rate * 500 * random.NextDouble()), Metrics.ResponseP99, 2e6)),
        ],
        random.Next(2) == 0 ? null : new ResponseLimit(
            ResponsePercentile.All[random.Next(3)], TimeSpan.FromMicroseconds(random.Next(1, 100_000))));

    private static CellRecord Rate(int index, double perS) => SampleCell
        .Done($"rate-{index}", (RateLabels.Rate, perS.ToString(CultureInfo.InvariantCulture)))
        .With(Metrics.OfferedRate, SampleCell.Quiet(perS));
}
