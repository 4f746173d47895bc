using Landspeed.Experiments.Comparing;
using Landspeed.Experiments.Tests.Comparing;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class CompareSituationTests : SituationTests
{
    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => Compare(
        StoredSamples.Cell("read", situation.Origin(), Runs(situation.Better(1e9), situation.Better(0.1), situation.Better(1e6))),
        StoredSamples.Cell("read", situation.Origin(), Runs(situation.Worse(1e9, 0.5), situation.Worse(0.1, 2), situation.Worse(1e6, 2))));

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random)
    {
        int cells = 1 + random.Next(4);
        return Compare(Cells(), Cells());

        CellRecord[] Cells() => [.. Enumerable.Range(0, cells).Select(cell => StoredSamples.Cell(FormattableString.Invariant($"read-{cell}"), Verdict.Device, Any(random)))];
    }

    private static IReadOnlyList<ConclusionRecord> Compare(CellRecord one, CellRecord other) => Compare([one], [other]);

    private static IReadOnlyList<ConclusionRecord> Compare(CellRecord[] one, CellRecord[] other) => Comparer.Of(
        [StoredSamples.Result("before.json", one), StoredSamples.Result("after.json", other)], new ComparisonOptions { GatePct = 10 }, DateTimeOffset.UnixEpoch).Conclusions;

    private static (Metric Metric, double Value)[][] Runs(double[] rates, double[] costs, double[] waits) =>
        [.. rates.Select((rate, run) => new[] { (Metrics.Throughput, rate), (Metrics.CpuPerByte, costs[run]), (Metrics.VoluntarySwitches, waits[run]) })];

    private static (Metric Metric, double Value)[][] Any(Random random)
    {
        double level = random.Next(5) == 0 ? 0 : Math.Pow(10, random.Next(-2, 9));
        double spread = random.NextDouble() * random.NextDouble();
        return
        [
            .. Enumerable.Range(0, random.Next(1, 12)).Select(_ => new[] { Metrics.Throughput, Metrics.CpuPerByte, Metrics.VoluntarySwitches }
                .Select(metric => (metric, level * (1 + (spread * random.NextDouble())))).ToArray()),
        ];
    }
}
