using Landspeed.Experiments.Judging;
using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Processing;

/// <summary>Answers the questions of the experiment from its cells; a pure function.</summary>
/// <remarks>
/// Two times are compared only as far as their spread allows; if they are inconclusive, the number of runs that would
/// decide is estimated.
/// </remarks>
internal static class ProcessConclusions
{
    private const int MostNames = 4;

    // 32 MiB: the managed heap may contain this much garbage before the collector runs, whatever is live.
    private const long GarbageBytes = 32 << 20;

    /// <summary>Returns the sentences; none while a kind of cell that they compare is missing.</summary>
    /// <param name="cells">All cells.</param>
    /// <param name="rounds">Runs that each cell is to have.</param>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells, int rounds)
    {
        CellRecord[] measured = [.. cells.Where(cell => ProcessCell.Of(cell) is not null)];

        // Results from memory do not apply to files that are not in memory.
        CellRecord[] device = [.. measured.Where(cell => cell.Verdicts.Read == Verdict.Device)];
        CellRecord[] judged = device.Length > 0 ? device : [.. measured.Where(cell => cell.Verdicts.Read is null or Verdict.Unknown)];
        if (measured.Length > 0 && judged.Length == 0)
        {
            return [ConclusionCodes.ProcessNotRanked.Says("Do not choose by these times. "
                + $"The cells are not ranked: {RateRanking.NotRanked(measured.Length, measured.Length == 1 ? "cell" : "cells", [])}.")];
        }

        ProcessCell[] known = [.. judged.Select(cell => ProcessCell.Of(cell)!)];
        return
        [
            .. Fastest(known), .. TippingConclusions.Of(known), .. Pipelined(known), .. VariantConclusions.Of(known),
            .. Memory(known), .. NotJudged(cells, judged, rounds),
        ];
    }

    /// <summary>Returns a number of threads in words.</summary>
    internal static string Threads(int count) => AmountText.Count(count, "thread");

    /// <summary>Returns a cell in words, without its work: <c>streaming with 2 threads, 4 KiB</c>.</summary>
    internal static string Name(ProcessCell cell) =>
        $"{cell.Strategy} with {Threads(cell.Threads)}"
            + (cell.VariantText.Length == 0 ? string.Empty : $", {cell.VariantText}");

    /// <summary>Returns the time of a cell, with as many digits as its runs allow.</summary>
    internal static string Seconds(IntervalRecord ns) => $"{DisplayNumber.Of(ns.Median / 1e9, ns.HalfWidth() / 1e9)} s";

    /// <summary>
    /// States how many runs would decide some inconclusive differences: the easiest of them, and all.
    /// </summary>
    internal static string Needed(IEnumerable<Difference> differences)
    {
        Difference[] all = [.. differences.OrderBy(one => one.RunsToDecide ?? int.MaxValue)];
        string first = Difference.After(all[0].Runs, all[0].RunsToDecide);
        return all[0].RunsToDecide == all[^1].RunsToDecide ? first
            : $"{first} the first, "
                + $"{(all[^1].RunsToDecide is { } last ? AmountText.Count(last) : $"more than {AmountText.Count(Difference.MostRuns)}")} all";
    }

    // By work: the fastest of all, those not distinguishable from it, and the fastest of each strategy.
    private static IEnumerable<ConclusionRecord> Fastest(ProcessCell[] cells) =>
        from level in cells.GroupBy(cell => cell.Work).OrderBy(level => level.Key)
        where level.Count() > 1
        let strategies = level.GroupBy(cell => cell.Strategy).Where(strategy => strategy.Count() > 1).ToArray()
        select ConclusionCodes.BestThreads.Says(
            Invariant($"At work {level.Key} {Lead([.. level])}.") + (strategies.Length == 0 || (strategies.Length == 1 && strategies[0].Count() == level.Count())
                ? string.Empty : $" Of each strategy: {string.Join("; ", strategies.Select(strategy => OfStrategy([.. strategy])))}.")) with
        {
            Cells = Best([.. level]),
        };

    // The fastest and those that are as fast or too close to call; if these are all, none stands out.
    private static string[] Best(ProcessCell[] cells)
    {
        ProcessCell best = cells.MinBy(cell => cell.Seconds)!;
        string[] names =
        [
            .. cells.Where(cell => cell == best || Difference.Of(cell.Elapsed, best.Elapsed).Kind != DifferenceKind.More)
                .Select(cell => cell.Name),
        ];
        return names.Length == cells.Length ? [] : names;
    }

    private static string Lead(ProcessCell[] cells)
    {
        ProcessCell best = cells.MinBy(cell => cell.Seconds)!;
        (string equal, string open) = Rest(best, cells);
        string start = open.Length == 0 ? $"use {Name(best)} ({About(best)})" : $"{Name(best)} has the best median ({About(best)})";
        return equal.Length + open.Length == 0 ? $"{start}; all others are slower" : $"{start}{equal}{open}";
    }

    private static string OfStrategy(ProcessCell[] cells)
    {
        ProcessCell best = cells.MinBy(cell => cell.Seconds)!;
        Difference[] others = [.. cells.Where(cell => cell != best).Select(cell => Difference.Of(cell.Elapsed, best.Elapsed))];
        Difference[] open = [.. others.Where(one => one.Kind == DifferenceKind.Inconclusive)];
        int equal = others.Count(one => one.Kind == DifferenceKind.Equal);
        string asFast = equal == 0 ? string.Empty : Invariant($", {AmountText.Count(equal, "other")} within {Difference.EqualPct} % of it");
        return open.Length == cells.Length - 1 ? $"{best.Strategy} inconclusive ({Needed(open)})"
            : open.Length == 0 ? $"{Name(best)} ({About(best)}){asFast}"
            : $"{Name(best)} ({About(best)}){asFast}, {AmountText.Count(open.Length, "other")} may be as fast";
    }

    private static (string Equal, string Open) Rest(ProcessCell best, ProcessCell[] cells)
    {
        (ProcessCell Cell, Difference Against)[] others =
            [.. cells.Where(cell => cell != best).Select(cell => (cell, Difference.Of(cell.Elapsed, best.Elapsed)))];
        string[] equal = [.. others.Where(one => one.Against.Kind == DifferenceKind.Equal).Select(one => Name(one.Cell))];
        (ProcessCell Cell, Difference Against)[] open = [.. others.Where(one => one.Against.Kind == DifferenceKind.Inconclusive)];
        return (
            equal.Length == 0 ? string.Empty : Invariant($"; within {Difference.EqualPct} % of it: {Names(equal)}"),
            open.Length == 0 ? string.Empty
                : $"; {(open.Length > MostNames ? AmountText.Count(open.Length, "other") : Names([.. open.Select(one => Name(one.Cell))]))} "
                    + $"may be as fast (inconclusive {Needed(open.Select(one => one.Against))})");
    }

    private static IEnumerable<ConclusionRecord> Pipelined(ProcessCell[] cells)
    {
        (ProcessCell Ours, ProcessCell Best, Difference Against)[] pairs =
        [
            .. from cell in cells
               group cell by (cell.Work, cell.Threads) into same
               let ours = same.FirstOrDefault(cell => cell.IsPipelined)
               let best = same.Where(cell => !cell.IsPipelined).MinBy(cell => cell.Seconds)
               where ours is not null && best is not null
               select (ours, best, Difference.Of(ours.Elapsed, best.Elapsed)),
        ];
        if (pairs.Length == 0)
        {
            yield break;
        }

        int Count(DifferenceKind kind) => pairs.Count(pair => pair.Against.Kind == kind);
        string[] lost =
        [
            .. pairs.Where(pair => pair.Against.Kind == DifferenceKind.More).Select(pair => Invariant(
                $"{Threads(pair.Ours.Threads)} and work {pair.Ours.Work}: {AmountText.Times(pair.Against.Ratio)} × the time of {pair.Best.Strategy}")),
        ];
        (int wins, int ties, int open) = (Count(DifferenceKind.Less), Count(DifferenceKind.Equal), Count(DifferenceKind.Inconclusive));
        string advice = wins > 0 && lost.Length > 0 ? "Whether to pipeline depends on threads and work"
            : wins > 0 ? "Pipeline" : lost.Length > 0 ? "Do not pipeline"
            : open > 0 ? "Whether to pipeline is inconclusive" : "Pipelining gains nothing";
        yield return ConclusionCodes.Pipelined.Says(
            Invariant($"{advice}. Against the faster of the others, by threads and work, it is faster in {wins}, equal within {Difference.EqualPct} % in {ties}, ")
            + Invariant($"slower in {lost.Length}{(lost.Length == 0 ? string.Empty : $" ({string.Join("; ", lost)})")}, inconclusive in {open}")
            + $"{(open == 0 ? string.Empty : $" ({Needed(pairs.Where(pair => pair.Against.Kind == DifferenceKind.Inconclusive).Select(pair => pair.Against))})")}.");
    }

    private static IEnumerable<ConclusionRecord> Memory(ProcessCell[] cells)
    {
        (string Strategy, IntervalRecord Peak)[] most =
        [
            .. cells.Where(cell => cell.Memory is { Median: > 0 }).GroupBy(cell => cell.Strategy)
                .Select(strategy => (strategy.Key, strategy.MaxBy(cell => cell.Memory!.Median)!.Memory!)),
        ];
        if (most.Length > 1)
        {
            (string Strategy, IntervalRecord Peak) least = most.MinBy(one => one.Peak.Median);
            string[] asLittle =
            [
                .. most.Where(one => one.Peak.Median - least.Peak.Median < GarbageBytes
                        || Difference.Of(one.Peak, least.Peak).Kind != DifferenceKind.More)
                    .Select(one => one.Strategy).OrderBy(strategy => strategy != least.Strategy),
            ];
            string advice = asLittle.Length == most.Length
                ? "Do not choose a strategy by its memory: the peaks differ by no more than garbage or the spread of the runs explains"
                : $"Use {AmountText.AnyOf(asLittle)} where memory is short";
            string peaks = string.Join(", ", most.Select(one => $"{one.Strategy} {DisplayNumber.Of(one.Peak.Median / (1 << 20), one.Peak.HalfWidth() / (1 << 20))} MiB"));
            yield return ConclusionCodes.Memory.Says(
                $"{advice}. Peak for data, managed and native, garbage included: {peaks}.");
        }
    }

    // Cells that are not in the sentences above, or have fewer runs, are reported.
    private static IEnumerable<ConclusionRecord> NotJudged(IReadOnlyList<CellRecord> cells, CellRecord[] judged, int rounds)
    {
        CellRecord[] others = [.. cells.Except(judged)];
        (string Text, CellRecord[] Cells)[] kinds =
        [
            ("failed", [.. others.Where(cell => cell.State == CellState.Failed)]),
            ("skipped", [.. others.Where(cell => cell.State == CellState.Skipped)]),
            ("not measured", [.. others.Where(cell => cell.State == CellState.Pending)]),
            ("not judged, with another verdict", [.. others.Where(cell => cell.State == CellState.Done)]),
            ("ranked although they may have been read from memory", [.. judged.Where(cell => cell.Verdicts.Read == Verdict.Unknown)]),
            (Invariant($"cut before {AmountText.Count(rounds, "run")}"), [.. judged.Where(cell => ProcessCell.Of(cell)!.Elapsed.Runs < rounds)]),
        ];
        string[] missing =
        [
            .. kinds.Where(kind => kind.Cells.Length > 0)
                .Select(kind => $"{AmountText.Count(kind.Cells.Length)} {kind.Text} ({Names([.. kind.Cells.Select(cell => cell.Name)])})"),
        ];
        return judged.Length == 0 || missing.Length == 0 ? []
            : [ConclusionCodes.ProcessIncomplete.Says($"Incomplete: of {AmountText.Count(cells.Count, "cell")} {string.Join("; ", missing)}.")];
    }

    private static string Names(string[] names) => names.Length <= MostNames ? AmountText.List(names)
        : Invariant($"{string.Join(", ", names.Take(MostNames - 1))} and {names.Length - MostNames + 1} more");

    private static string About(ProcessCell cell) => $"{Seconds(cell.Elapsed)}, {Waited(cell)}";

    private static string Waited(ProcessCell cell) => cell.Bottleneck switch
    {
        "cpu" => "CPUs busy",
        "device" => "device busy",
        _ => "neither busy throughout",
    };
}
