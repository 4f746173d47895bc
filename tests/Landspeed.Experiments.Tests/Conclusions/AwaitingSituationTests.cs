using Landspeed.Experiments.Patterns;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class AwaitingSituationTests : SituationTests
{
    private static readonly string[] s_apis = ["filestream", "filestream-async", "bufferedstream", "pipe"];
    private static readonly string[] s_sizes = ["1 B", "4 KiB", "64 KiB"];

    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation)
    {
        CellRecord awaited = Counted(Cell("filestream-async", "4 KiB").With(Metrics.CpuPerRequest, situation.Worse(2000, 2)), [128, 128], [2, 2]).Of(situation.Origin());
        return
        [
            .. AwaitingAdvice.Of(
            [
                situation == Situation.Cut ? awaited.With(Metrics.WorkDone, 100, 2.5) : awaited,
                Counted(Cell("filestream", "4 KiB").With(Metrics.CpuPerRequest, situation.Better(2000)), [0.1, 0.1], [2, 2]),
            ]),
        ];
    }

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) =>
    [
        .. AwaitingAdvice.Of(
        [
            .. from api in s_apis
               from size in s_sizes
               where random.Next(4) > 0
               let cell = Any(random, Cell(api, size), Metrics.CpuPerRequest, 2000)
               let counted = cell.State == CellState.Done ? Counted(cell, [random.Next(3) * 0.9], [random.Next(3), random.Next(3)]) : cell
               select random.Next(3) == 0 ? counted.With(Metrics.PoolWait).With(Metrics.PoolItemsPerRequest, random.Next(3) / 1000.0) : counted,
        ]),
    ];

    private static CellRecord Counted(CellRecord cell, double[] bytes, double[] threads) => cell
        .With(Metrics.AllocatedPerRequest, bytes).With(Metrics.PoolItems, 1000).With(Metrics.PoolItemsPerRequest, 1).With(Metrics.PoolItemsTimed, 101)
        .With(Metrics.PoolWait, 700).With(Metrics.PoolThreadsAtStart, threads).With(Metrics.PoolThreadsMost, [.. threads.Select(count => count + 1)])
        .With(Metrics.PoolThreadsInjected, [.. threads.Select(_ => 1.0)]);

    private static CellRecord Cell(string api, string size) => SampleCell.Done(
        $"{api}-{size}",
        (ApiLabels.ApiAxis, api), (ApiLabels.SizeAxis, size), (ApiLabels.OrderAxis, "sequential"), (ApiLabels.OperationAxis, "read"), (ApiLabels.FlushAxis, "on"));
}
