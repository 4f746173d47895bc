using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class ApisSituationTests : SituationTests
{
    private static readonly string[] s_sizes = ["1 B", "4 KiB", "64 KiB"];
    private static readonly string[] s_apis = ["a", "b", "c"];
    private static readonly string[] s_flushes = ["on", "off"];
    private static readonly string[] s_orders = ["sequential", "random"];

    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => ApisAdvice.Of(
    [
        .. s_sizes.SelectMany(size => Pair(situation, size, size == "1 B" ? situation.Worse(4e8, 0.01) : situation.Better(4e8))),
        .. Pair(situation, "64 KiB", situation.Better(4e8), order: "random"),
        .. Pair(situation, "4 KiB", situation.Worse(4e8, 0.02), order: "random"),
        .. Pair(situation, "64 KiB", situation.Better(8e9), flush: "off").Select(cell => cell.Of(Verdict.Cache)),
        .. Pair(situation, "64 KiB", situation.Better(6e9), "random", "off").Select(cell => cell.Of(Verdict.Cache)),
    ]);

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => ApisAdvice.Of(
    [
        .. from api in s_apis.Take(random.Next(1, 4))
           from size in s_sizes
           from flush in s_flushes
           from order in s_orders
           where random.Next(4) > 0
           let cell = Any(random, Cell(api, size, order, flush), Metrics.Throughput, 1e8)
           select random.Next(5) == 0 ? cell.With(Metrics.WorkDone, 100, random.Next(100)) : cell,
    ]);

    private static CellRecord[] Pair(Situation situation, string size, double[] rates, string order = "sequential", string flush = "on")
    {
        double[] slow = situation.Worse(rates[rates.Length / 2], 0.5);
        CellRecord worse = Cell("slow", size, order, flush).Of(situation.Origin()).With(Metrics.Throughput, slow);
        return
        [
            situation == Situation.Cut ? worse.With(Metrics.WorkDone, 100, 2.5) : worse,
            Cell("fast", size, order, flush).Of(situation.Origin()).With(Metrics.Throughput, rates),
        ];
    }

    private static CellRecord Cell(string api, string size, string order, string flush) => SampleCell.Done(
        $"{api}-{size}-{order}-{flush}",
        (ApiLabels.ApiAxis, api), (ApiLabels.SizeAxis, size), (ApiLabels.OrderAxis, order), (ApiLabels.OperationAxis, "read"), (ApiLabels.FlushAxis, flush));
}
