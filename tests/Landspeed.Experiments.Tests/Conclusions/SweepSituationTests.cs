using Landspeed.Experiments.Sweeping;
using Landspeed.Experiments.Tests.Sweeping;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class SweepSituationTests : SituationTests
{
    private static readonly string[] s_curves = ["read-direct-q1", "read-direct-q8", "read-filestream", "extend-direct-q8", "extend-buffered-q1"];

    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => Advise(
    [
        .. Curve("read-direct-q8", situation, isBetter: true), .. Curve("read-filestream", situation, isBetter: false),
        .. Curve("write-direct-q8", situation, isBetter: true), .. Curve("write-filestream", situation, isBetter: false),
    ]);

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => Advise(
    [
        .. from curve in s_curves
           from size in Enumerable.Range(0, random.Next(1, 6))
           where random.Next(5) > 0
           select Any(random, SampleCells.Cell(curve, 4096L << (2 * size), 1) with { Metrics = new Dictionary<string, IntervalRecord>() }, Metrics.Throughput, 1e8 * (size + 1)),
    ]);

    // 4 KiB at a time are a tenth as fast, and 100 % where all is a tie.
    private static CellRecord[] Curve(string name, Situation situation, bool isBetter)
    {
        double level = isBetter ? 1000 : situation.Worse(1000, 0.5)[0];
        double? noisePct = situation == Situation.TooFewRuns || (situation == Situation.Cut && !isBetter) ? null : 2;
        return [.. SampleCells.Curve(name, [situation == Situation.Tie ? level : level / 10, level, level], noisePct).Select(cell => cell.With(situation.Origin()))];
    }

    private static IReadOnlyList<ConclusionRecord> Advise(CellRecord[] cells) => SweepAdvice.From(cells, CurveAnalysis.Of(cells));
}
