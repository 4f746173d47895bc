using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Zones;
using Landspeed.Results;
using Landspeed.Results.Zones;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class ZoneSituationTests : SituationTests
{
    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => ZoneConclusions.Of(
        [
            Cell(0, situation.Better(60e6), situation.Origin()),
            Cell(1, situation.Worse(60e6, 2), situation.Origin()),
            Cell(2, situation.Better(60e6), situation.Origin()),
        ],
        MeasuredOperation.Read);

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => ZoneConclusions.Of(
        [.. Enumerable.Range(0, random.Next(2, 20)).Select(zone => Any(random, Zone(zone), Metrics.Throughput, 50e6))],
        random.Next(2) == 0 ? MeasuredOperation.Read : MeasuredOperation.Write);

    private static CellRecord Cell(int zone, double[] rates, Verdict? verdict) =>
        Zone(zone).Of(verdict).With(Metrics.Throughput, rates);

    private static CellRecord Zone(int zone) => SampleCell.Done(
        $"zone-{zone + 1}", (ZoneLabels.Axis, $"{zone * 100L << 20}"), (ZoneLabels.Length, $"{100L << 20}"));
}
