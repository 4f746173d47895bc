using Landspeed.Experiments.Judging;
using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns;

/// <summary>
/// States the cost of awaiting a record compared with the same calls without awaiting, in sentences; a pure function.
/// </summary>
internal static class AwaitingAdvice
{
    private const double UsualRecord = 4096; // bytes: of all sizes the one nearest to it is reported
    private const double Rarely = 0.5; // work items per record: below this, given as one in that many

    /// <summary>Returns the sentences: one for each API or style that is awaited and whose twin is measured.</summary>
    /// <param name="cells">Cells of APIs, or of styles.</param>
    internal static IEnumerable<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells) =>
        from pair in AwaitedPair.MostTelling(cells)
        group pair by AwaitedPair.NameOf(pair.Awaited) into pairs
        select Sentence(pairs.OrderBy(pair => pair.Operation == StyleLabels.Read ? 0 : 1).ThenBy(Distance).First());

    private static ConclusionRecord Sentence(AwaitedPair pair)
    {
        (Verdict awaited, Verdict plain) = (VerdictOf(pair.Awaited), VerdictOf(pair.Plain));
        return awaited != plain || awaited is not (Verdict.Device or Verdict.Cache)
            ? ConclusionCodes.AwaitingNotJudged.Says($"The cost of awaiting {What(pair)} is not judged. {Name(pair.Awaited)} has the verdict {awaited.ToWord()} "
                + $"and {Name(pair.Plain)} {plain.ToWord()}.")
            : ConclusionCodes.AwaitingCost.Says($"{Cost(pair, Difference.Of(Cpu(pair.Awaited), Cpu(pair.Plain)))}{Cut(pair)}. {Counted(pair)}.");
    }

    private static string Cost(AwaitedPair pair, Difference difference)
    {
        string times = $"In {Where(pair)} {Name(pair.Awaited)} takes {AmountText.Duration(Cpu(pair.Awaited))} of CPU time per record and "
            + $"{Name(pair.Plain)} {AmountText.Duration(Cpu(pair.Plain))}";
        string apart = AmountText.Duration(
            Math.Abs(Cpu(pair.Awaited).Median - Cpu(pair.Plain).Median), Math.Max(Cpu(pair.Awaited).HalfWidth(), Cpu(pair.Plain).HalfWidth()));
        return difference.Kind switch
        {
            DifferenceKind.More => $"Do not await {What(pair)} where CPU time matters. {times}, {apart} less",
            DifferenceKind.Less => $"Awaiting {What(pair)} costs no CPU time. {times}, {apart} more",
            DifferenceKind.Equal => Invariant($"CPU time does not decide whether to await {What(pair)}. {times}, the same within {Difference.EqualPct} %"),
            _ => $"The cost of awaiting {What(pair)} is {difference.Inconclusive}. {times}",
        };
    }

    // Counted, not timed: no noise.
    private static string Counted(AwaitedPair pair) => $"{Items(pair.Awaited)}; {Allocated(pair)}; {Threads(pair.Awaited)}";

    private static string Items(CellRecord cell)
    {
        double items = cell[Metrics.PoolItemsPerRequest]?.Median ?? 0;
        return items <= 0 ? "No record is a work item of the thread pool"
            : items < Rarely ? $"There is a work item of the thread pool for every {AmountText.Count((long)Math.Round(1 / items))} records, {Wait(cell, "which")}"
            : $"Each record is {DisplayNumber.Of(items, halfWidth: 0)} work items of the thread pool, {Wait(cell, "each of which")}";
    }

    private static string Wait(CellRecord cell, string which) => cell[Metrics.PoolWait] is { } wait
        ? $"{which} waits {AmountText.Duration(wait)} for a thread"
        : Invariant($"whose wait is unknown ({AmountText.Count((long)(cell[Metrics.PoolItemsTimed]?.Median ?? 0))} timed, {PoolAccount.EnoughItems} are needed)");

    private static string Allocated(AwaitedPair pair)
    {
        (string awaited, string plain) = (Bytes(pair.Awaited), Bytes(pair.Plain));
        return awaited == plain ? $"{awaited} {(awaited.EndsWith("bytes", StringComparison.Ordinal) ? "are" : "is")} allocated per record, as with {Name(pair.Plain)}"
            : $"{awaited} allocated per record ({Name(pair.Plain)}: {plain})";
    }

    private static string Bytes(CellRecord cell) => cell[Metrics.AllocatedPerRequest] is not { } bytes ? "an unknown amount"
        : bytes.Median < 1 ? "less than a byte"
        : $"{DisplayNumber.Of(bytes.Median, bytes.HalfWidth())} bytes";

    // The pool of one run is that of the previous run: only what a run itself added is its cost.
    private static string Threads(CellRecord cell)
    {
        long injected = (long)(cell[Metrics.PoolThreadsInjected]?.Max ?? 0);
        return injected == 0 ? "the pool got no new thread"
            : cell[Metrics.PoolThreadsAtStart] is { Runs: 1 } start && cell[Metrics.PoolThreadsMost] is { } most
                ? Invariant($"the pool grew from {start.Median} to {AmountText.Count((long)most.Median, "thread")}")
            : $"the pool got up to {AmountText.Count(injected, "new thread")} in a run";
    }

    private static string What(AwaitedPair pair) => pair.Awaited.Labels.TryGetValue(ApiLabels.SizeAxis, out string? size)
        ? $"records of {size}" : "blocks of 64 KiB";

    private static string Where(AwaitedPair pair)
    {
        bool reads = pair.Operation == StyleLabels.Read;
        string order = pair.Awaited.Labels.TryGetValue(ApiLabels.OrderAxis, out string? word) ? $"{word} " : string.Empty;
        return $"{order}{(reads ? "reads from" : "writes to")} the {(VerdictOf(pair.Awaited) == Verdict.Device ? "device" : "page cache")}";
    }

    private static string Cut(AwaitedPair pair)
    {
        string[] cut =
        [
            .. new[] { pair.Awaited, pair.Plain }.Where(cell => ApiLabels.CutAtPct(cell) is not null)
                .Select(cell => $"{Name(cell)} after {AmountText.Percent(ApiLabels.CutAtPct(cell)!.Value)}"),
        ];
        return cut.Length == 0 ? string.Empty : $"; the time limit cut {AmountText.List(cut)} of the work";
    }

    private static double Distance(AwaitedPair pair) =>
        pair.Awaited[Metrics.RecordBytes]?.Median is > 0 and var bytes ? Math.Abs(Math.Log(bytes / UsualRecord)) : 0;

    private static Verdict VerdictOf(CellRecord cell) => cell.Verdicts.Read ?? cell.Verdicts.Write ?? Verdict.Unknown;

    private static IntervalRecord Cpu(CellRecord cell) => cell[Metrics.CpuPerRequest]!;

    private static string Name(CellRecord cell) => AwaitedPair.NameOf(cell);
}
