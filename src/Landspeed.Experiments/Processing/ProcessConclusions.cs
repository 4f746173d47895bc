using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;
using Landspeed.Quantities;
using static System.FormattableString;

namespace Landspeed.Experiments.Processing;

/// <summary>What the cells say about the questions of the experiment; a pure function.</summary>
/// <remarks>Nothing is said of two times but what their spread allows; where it allows nothing, about how many runs would.</remarks>
internal static class ProcessConclusions
{
    private const int MostNames = 4;

    /// <summary>The sentences; none while a kind of cell is missing that they compare.</summary>
    /// <param name="cells">All cells.</param>
    /// <param name="rounds">Runs that each is to have.</param>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells, int rounds)
    {
        CellRecord[] measured = [.. cells.Where(cell => ProcessCell.Of(cell) is not null)];

        // What came from memory is no answer for files that do not.
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
            .. Fastest(known), .. Pipelined(known), .. VariantConclusions.Of(known), .. Memory(known),
            .. NotJudged(cells, judged, rounds),
        ];
    }

    /// <summary>So many threads, in words.</summary>
    internal static string Threads(int count) => AmountText.Count(count, "thread");

    /// <summary>The time of a cell, with as many digits as its runs allow.</summary>
    internal static string Seconds(IntervalRecord ns) => $"{DisplayNumber.Of(ns.Median / 1e9, ns.HalfWidth() / 1e9)} s";

    /// <summary>How many runs would tell some differences that these do not: the easiest of them, and all.</summary>
    internal static string NotTold(IEnumerable<Difference> differences)
    {
        Difference[] all = [.. differences.OrderBy(one => one.RunsToTell ?? int.MaxValue)];
        return all[0].RunsToTell is null || all[0].RunsToTell == all[^1].RunsToTell
            ? all[0].NotTold
            : Invariant($"{all[0].NotTold} tell the first of it, ")
                + $"{(all[^1].RunsToTell is { } last ? AmountText.Count(last) : $"more than {AmountText.Count(Difference.MostRuns)}")} all";
    }

    // By work: the fastest of all, what cannot be told from it, and the fastest of each strategy.
    private static IEnumerable<ConclusionRecord> Fastest(ProcessCell[] cells) =>
        from level in cells.GroupBy(cell => cell.Work).OrderBy(level => level.Key)
        where level.Count() > 1
        let strategies = level.GroupBy(cell => cell.Strategy).Where(strategy => strategy.Count() > 1).ToArray()
        select ConclusionCodes.BestThreads.Says(
            Invariant($"At work {level.Key} {Lead([.. level])}.") + (strategies.Length == 0 || (strategies.Length == 1 && strategies[0].Count() == level.Count())
                ? string.Empty : $" Of each strategy: {string.Join("; ", strategies.Select(strategy => OfStrategy([.. strategy])))}."));

    private static string Lead(ProcessCell[] cells)
    {
        ProcessCell best = cells.MinBy(cell => cell.Seconds)!;
        (string equal, string open) = Rest(best, cells);
        string start = open.Length == 0 ? $"use {Name(best)} ({About(best)})" : $"{Name(best)} is fastest by the median ({About(best)})";
        return equal.Length + open.Length == 0 ? $"{start}: all others are slower beyond the spread" : $"{start}{equal}{open}";
    }

    private static string OfStrategy(ProcessCell[] cells)
    {
        ProcessCell best = cells.MinBy(cell => cell.Seconds)!;
        Difference[] others = [.. cells.Where(cell => cell != best).Select(cell => Difference.Of(cell.Elapsed, best.Elapsed))];
        Difference[] open = [.. others.Where(one => one.Kind == DifferenceKind.NotTold)];
        int equal = others.Count(one => one.Kind == DifferenceKind.Equal);
        string asFast = equal == 0 ? string.Empty : Invariant($", as fast within {Difference.EqualPct} %: {AmountText.Count(equal, "other")}");
        return open.Length == cells.Length - 1 ? $"{best.Strategy} not told at all ({NotTold(open)})"
            : open.Length == 0 ? $"{Name(best)} ({About(best)}){asFast}"
            : $"{Name(best)} ({About(best)}){asFast}, not told from {AmountText.Count(open.Length, "other")}";
    }

    private static (string Equal, string Open) Rest(ProcessCell best, ProcessCell[] cells)
    {
        (ProcessCell Cell, Difference Against)[] others =
            [.. cells.Where(cell => cell != best).Select(cell => (cell, Difference.Of(cell.Elapsed, best.Elapsed)))];
        string[] equal = [.. others.Where(one => one.Against.Kind == DifferenceKind.Equal).Select(one => Name(one.Cell))];
        (ProcessCell Cell, Difference Against)[] open = [.. others.Where(one => one.Against.Kind == DifferenceKind.NotTold)];
        return (
            equal.Length == 0 ? string.Empty : Invariant($", as fast within {Difference.EqualPct} %: {Names(equal)}"),
            open.Length == 0 ? string.Empty
                : $", not told from it: {(open.Length > MostNames ? AmountText.Count(open.Length, "other") : Names([.. open.Select(one => Name(one.Cell))]))} ({NotTold(open.Select(one => one.Against))})");
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
        (int wins, int ties, int open) = (Count(DifferenceKind.Less), Count(DifferenceKind.Equal), Count(DifferenceKind.NotTold));
        string advice = wins > 0 && lost.Length > 0 ? "Whether to pipeline depends on threads and work"
            : wins > 0 ? "Pipeline" : lost.Length > 0 ? "Do not pipeline"
            : open > 0 ? "Whether to pipeline is not told" : "Pipelining gains nothing";
        yield return ConclusionCodes.Pipelined.Says(
            Invariant($"{advice}. Against the faster of the others, by threads and work, it is faster in {wins}, equal within {Difference.EqualPct} % in {ties}, ")
            + Invariant($"slower in {lost.Length}{(lost.Length == 0 ? string.Empty : $" ({string.Join("; ", lost)})")}, not told in {open}")
            + $"{(open == 0 ? string.Empty : $" ({NotTold(pairs.Where(pair => pair.Against.Kind == DifferenceKind.NotTold).Select(pair => pair.Against))})")}.");
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
            (string Strategy, Difference Against)[] near =
            [
                .. most.Where(one => one != least).Select(one => (one.Strategy, Difference.Of(one.Peak, least.Peak)))
                    .Where(one => one.Item2.Kind != DifferenceKind.More),
            ];
            string advice = near.Length == 0 ? $"Use {least.Strategy} where memory is short"
                : near.All(one => one.Against.Kind == DifferenceKind.Equal)
                    ? Invariant($"In memory {AmountText.List([least.Strategy, .. near.Select(one => one.Strategy)])} are the same within {Difference.EqualPct} %")
                : $"Where memory is short {AmountText.List([least.Strategy, .. near.Select(one => one.Strategy)])} are not told apart";
            string peaks = string.Join(", ", most.Select(one => $"{one.Strategy} {DisplayNumber.Of(one.Peak.Median / (1 << 20), one.Peak.HalfWidth() / (1 << 20))} MiB"));
            yield return ConclusionCodes.Memory.Says($"{advice}. Peak for data, managed and native: {peaks}.");
        }
    }

    // What is not in the sentences above, or with fewer runs, is said.
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
            : [ConclusionCodes.ProcessIncomplete.Says($"Not all of this is complete: of {AmountText.Count(cells.Count, "cell")} {string.Join("; ", missing)}.")];
    }

    private static string Names(string[] names) => names.Length <= MostNames ? AmountText.List(names)
        : Invariant($"{string.Join(", ", names.Take(MostNames - 1))} and {names.Length - MostNames + 1} more");

    private static string Name(ProcessCell cell) =>
        $"{cell.Strategy} with {Threads(cell.Threads)}{(cell.VariantText.Length == 0 ? string.Empty : $", {cell.VariantText}")}";

    private static string About(ProcessCell cell) => $"{Seconds(cell.Elapsed)}, {Waited(cell)}";

    private static string Waited(ProcessCell cell) => cell.Bottleneck switch
    {
        "cpu" => "processors busy",
        "device" => "device busy",
        _ => "neither busy throughout",
    };
}
