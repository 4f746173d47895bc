using Landspeed.Experiments.Judging;
using Landspeed.Results;
using Landspeed.Results.Creation;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>Describes the result of creating files in words; a pure function of the cells.</summary>
internal static class CreationConclusions
{
    private static readonly (string State, string Words)[] s_states =
        [(CreationLabels.AsIs, "this volume"), (CreationLabels.Clean, "the clean volume"), (CreationLabels.Fragmented, "the fragmented volume")];

    /// <summary>Draws the conclusions.</summary>
    /// <param name="cells">All cells.</param>
    /// <param name="medium">The device that stores the files, or the files of the volumes.</param>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells, Medium medium)
    {
        IReadOnlyList<CreationLine> lines = CreationLine.Of(cells);
        int done = cells.Count(cell => cell.State == CellState.Done);
        if (lines.Count == 0)
        {
            return done == 0 ? [] : [ConclusionCodes.CreationNotRanked.Says(
                $"Do not choose by these rates. Nothing is ranked: {RateRanking.NotRanked(done, done == 1 ? "cell" : "cells", [])}.")];
        }

        (ConclusionCode Code, string? Text)[] all =
        [
            (ConclusionCodes.CreationRequestSize, RequestSize(lines)),
            .. s_states.Select(state => (ConclusionCodes.CreationPreallocation, Preallocation(lines, state.State, state.Words))),
            (ConclusionCodes.CreationClaim, CreationClaim.Of(lines)),
            (ConclusionCodes.CreationFragmentation, CreationFragmentation.Of(lines, medium)),
            (ConclusionCodes.CreationIncomplete, Incomplete(cells)),
        ];
        return [.. all.Where(one => one.Text is not null).Select(one => one.Code.Says($"{one.Text}."))];
    }

    /// <summary>Returns the line of a state and a preallocation, or null if none of its cells is comparable.</summary>
    internal static CreationLine? Find(IReadOnlyList<CreationLine> lines, string state, string preallocation) =>
        lines.FirstOrDefault(line => line.State == state && line.Preallocation == preallocation);

    private static string? RequestSize(IReadOnlyList<CreationLine> lines)
    {
        CreationLine[] all = [.. lines.Where(line => line.HasSizes)];
        if (all.Length == 0)
        {
            return null;
        }

        var ranking = new RateRanking(all.SelectMany(line => line.Cells));
        long start = all.Max(line => line.NearFrom);
        bool isLast = all.Any(line => line.NearFrom == line.Largest);
        string judged = !ranking.HasEnoughRuns ? "Repeat before you choose the size of a write"
            : isLast ? $"Write {AmountText.Size(start)} at a time, or more: the rate is still rising there"
            : $"Write {AmountText.Size(start)} or more at a time: from there on every rate reaches 90 % of the best within its spread";
        string each = string.Join("; ", all.GroupBy(line => line.State).Select(state => Start(state.Key, [.. state])));
        return $"{judged}. 90 % of the best rate is reached {each}{(ranking.HasEnoughRuns ? string.Empty : $"; {ranking.TooFewRuns}")}";
    }

    private static string Start(string state, CreationLine[] lines)
    {
        CreationLine best = lines.MaxBy(line => RateRanking.RateOf(line.Best))!;
        string[] starts = lines.Select(line => line.NearFrom).Distinct().Count() == 1
            ? [$"with {AmountText.Size(best.NearFrom)}"]
            : [.. lines.Select(line => $"with {AmountText.Size(line.NearFrom)} {CreationLabels.WordsOf(line.Preallocation)}")];
        return $"on {StateOf(state)} {AmountText.List(starts)} (best {RateRanking.WordsOf(best.Best)}, "
            + $"{CreationLabels.WordsOf(best.Preallocation)}, with {AmountText.Size(CreationLine.SizeOf(best.Best))})";
    }

    private static string? Preallocation(IReadOnlyList<CreationLine> lines, string state, string words)
    {
        CreationLine? none = Find(lines, state, CreationLabels.None);
        CreationLine? length = Find(lines, state, CreationLabels.Length);
        if (none is null || CreationPair.Of(none, Find(lines, state, CreationLabels.Reserved)) is not { } reserved)
        {
            return null;
        }

        string rates = $"{AmountText.Rate(reserved.Other)} instead of {AmountText.Rate(reserved.One)}";
        string judged = reserved.Difference.Kind switch
        {
            DifferenceKind.More => $"Reserve the blocks of a large file before you write it on {words}: that gains {reserved.Gain}, {rates}",
            DifferenceKind.Less => $"Leave the blocks of a large file unreserved on {words}: reserving them costs {reserved.Loss}, {rates}",
            DifferenceKind.Equal => Invariant($"Whether blocks are reserved makes no difference on {words}: {rates}, within {Difference.EqualPct} %"),
            _ => $"Repeat before you reserve the blocks of a large file on {words} for its rate: {rates}; {reserved.Difference.Inconclusive}",
        };
        string ofLength = CreationPair.Of(none, length) is not { } set ? string.Empty : set.Difference.Kind switch
        {
            DifferenceKind.More => $". Setting the length alone gains {set.Gain}",
            DifferenceKind.Less => $". Setting the length alone costs {set.Loss}",
            DifferenceKind.Equal => Invariant($". Setting the length alone changes nothing, within {Difference.EqualPct} %"),
            _ => $". The effect of setting the length alone is inconclusive: {AmountText.Rate(set.Other)}",
        };
        return $"{judged}{reserved.Runs}{ofLength}. {reserved.Which}";
    }

    private static string? Incomplete(IReadOnlyList<CellRecord> cells)
    {
        (string Words, int Count)[] missing =
        [
            ("failed", cells.Count(cell => cell.State == CellState.Failed)),
            ("skipped", cells.Count(cell => cell.State == CellState.Skipped)),
            ("not measured", cells.Count(cell => cell.State == CellState.Pending)),
            ("with a verdict other than device", cells.Count(cell => cell.State == CellState.Done && !CreationLine.IsJudged(cell))),
        ];
        string[] told = [.. missing.Where(one => one.Count > 0).Select(one => $"{AmountText.Count(one.Count)} {one.Words}")];
        return told.Length == 0 ? null : $"Not all of {AmountText.Count(cells.Count, "cell")} {(cells.Count == 1 ? "is" : "are")} judged: {AmountText.List(told)}";
    }

    private static string StateOf(string state) => s_states.First(one => one.State == state).Words;
}
