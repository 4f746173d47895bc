using Landspeed.Experiments.Layers;
using Landspeed.Experiments.Measuring;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class LayerSituationTests : SituationTests
{
    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => LayerConclusions.Of(
        [
            Cell(LayerLabels.NullEngine, situation.Better(0.001), null),
            Cell(LayerLabels.MemoryCopy, situation.Better(0.08), null),
            Cell(LayerLabels.PageCache, situation.Better(0.13), Verdict.Cache),
            Cell(LayerLabels.DeviceBuffered, situation.Worse(0.14, 2), situation.Origin(), ms: situation == Situation.Cut ? 23 : 1000),
            Cell(LayerLabels.DeviceDirect, situation.Better(0.14), situation.Origin()),
        ],
        MeasuredOperation.Read);

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => LayerConclusions.Of(
        [
            .. from layer in Layer.All
               where random.Next(5) > 0
               let cell = Any(random, SampleCell.Done(layer.Name), Metrics.CpuPerByte, 0.1)
               let fitting = random.Next(3) > 0 ? cell.Of(layer.Expected) : cell
               select fitting[Metrics.CpuPerByte] is { } cost
                   ? fitting.With(Metrics.ElapsedPerByte, cost.Min, cost.Max).With(Metrics.Throughput, 1e9 / cost.Max, 1e9 / cost.Min).With(Metrics.Elapsed, 1e9 * random.NextDouble())
                   : fitting,
        ],
        random.Next(2) == 0 ? MeasuredOperation.Read : MeasuredOperation.Write);

    private static CellRecord Cell(string name, double[] costs, Verdict? verdict, double ms = 1000) => SampleCell.Done(name).Of(verdict)
        .With(Metrics.CpuPerByte, costs).With(Metrics.ElapsedPerByte, [.. costs.Select(cost => 2 * cost)])
        .With(Metrics.Throughput, [.. costs.Select(cost => 0.5e9 / cost)]).With(Metrics.Elapsed, [.. costs.Select(_ => 1e6 * ms)]);
}
