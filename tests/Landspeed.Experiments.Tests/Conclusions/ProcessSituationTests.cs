using Landspeed.Experiments.Processing;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class ProcessSituationTests : SituationTests
{
    private static readonly string[] s_strategies = ["streaming", "streamreader", "buffering", "pipelined"];
    private static readonly string[] s_buffers = ["4 KiB", "8 KiB"];
    private static readonly int[] s_work = [0, 100];

    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => ProcessConclusions.Of(
        [
            Worse(situation, Cell("streaming", 1, ("4 KiB", "none", "shared"))),
            Busy(situation, Better(situation, Cell("streaming", 1, ("64 KiB", "none", "shared"))), cpu: 20, device: 80),
            Busy(
                situation,
                Better(situation, Cell("streaming", 1, ("64 KiB", "none", "shared"), work: 1000)),
                cpu: 97,
                device: 5),
            Better(situation, Cell("streaming", 1, ("4 KiB", "sequential", "shared"))),
            Better(situation, Cell("streaming", 1, ("4 KiB", "none", "fixed"))),
            Worse(situation, Cell("streamreader", 1, ("64 KiB", "none", "shared"))),
            Worse(situation, Cell("pipelined", 1, null)),
        ],
        situation == Situation.TooFewRuns ? 1 : 5);

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => ProcessConclusions.Of(
        [
            .. from strategy in s_strategies
               from threads in Enumerable.Range(1, random.Next(1, 4))
               from buffer in s_buffers.Take(strategy == "pipelined" ? 1 : 2)
               where random.Next(4) > 0
               from work in s_work
               let variant = strategy == "pipelined" ? default((string, string, string)?) : (buffer, "none", "shared")
               let cell = Any(random, Cell(strategy, threads, variant, work), Metrics.ElapsedToDurable, 2e9)
               select cell[Metrics.ElapsedToDurable] is null ? cell
                   : cell.With(Metrics.PeakManaged, random.Next(3) * 1e6)
                       .With(Metrics.CpuBusy, random.Next(101)).With(Metrics.DeviceBusy, random.Next(101)),
        ],
        random.Next(1, 9));

    private static CellRecord Better(Situation situation, CellRecord cell) =>
        WithMemory(situation, cell.Of(situation.Origin()).With(Metrics.ElapsedToDurable, situation.Better(2e9)));

    private static CellRecord Worse(Situation situation, CellRecord cell) =>
        WithMemory(situation, cell.Of(situation.Origin()).With(Metrics.ElapsedToDurable, situation.Worse(2e9, 2)));

    private static CellRecord Busy(Situation situation, CellRecord cell, double cpu, double device) =>
        cell.With(Metrics.CpuBusy, situation.Better(cpu)).With(Metrics.DeviceBusy, situation.Better(device));

    private static CellRecord WithMemory(Situation situation, CellRecord cell) => cell.With(
        Metrics.PeakManaged, cell.Name.StartsWith("streaming", StringComparison.Ordinal) ? situation.Better(12 << 20) : situation.Worse(12 << 20, 2));

    private static CellRecord Cell(
        string strategy,
        int threads,
        (string Buffer, string Hint, string Distribution)? variant,
        int work = 0) => SampleCell.Done(
        $"{strategy}-{threads}-{work}-{variant}",
        [
            (ProcessingValues.Strategy, strategy), (ProcessingValues.Threads, $"{threads}"),
            (ProcessingValues.Work, $"{work}"),
            .. variant is not (var buffer, var hint, var distribution) ? Array.Empty<(string, string)>()
                : [(ProcessingValues.Buffer, buffer), (ProcessingValues.Hint, hint), (ProcessingValues.Distribution, distribution)],
        ]);
}
