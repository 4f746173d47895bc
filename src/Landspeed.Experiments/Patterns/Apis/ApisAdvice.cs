using Landspeed.Experiments.Judging;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>States what the cells of the matrix mean, in sentences; a pure function.</summary>
internal static class ApisAdvice
{
    // The finding of the 2010s was that all APIs perform alike: within a quarter counts as alike.
    private const double Alike = 1.25;

    private static readonly string[] s_large = ["64 KiB", "128 KiB", "256 KiB", "512 KiB", "1 MiB"];
    private static readonly string[] s_orders = ["sequential", "random"];

    /// <summary>Returns the sentences; none of a kind while fewer than two APIs have a cell for it.</summary>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells)
    {
        CellRecord[] rated = [.. cells.Where(cell => cell.State == CellState.Done && cell[Metrics.Throughput] is { Median: > 0 })];
        CellRecord[] done = [.. rated.Where(cell => Is(cell, "sequential", "read", "on"))];
        CellRecord[] reads = [.. done.Where(cell => cell.Verdicts.Read == Verdict.Device)];
        ConclusionRecord[] ranked = [.. BestAt(reads, "4 KiB"), .. SmallRecords(reads), .. Spread(reads)];
        bool isUnjudged = ranked.Length == 0 && reads.Length < done.Length && done.Length > 1;
        IEnumerable<CellRecord> bothOrders = rated.Where(cell =>
            (Is(cell, "sequential", "read", "on") || Is(cell, "random", "read", "on"))
            && cell.Verdicts.Read == Verdict.Device);
        return
        [
            .. isUnjudged ? [NotRanked(done, reads)] : ranked,
            .. Peaks(rated),
            .. OrderAdvice.Of(bothOrders),
            .. AwaitingAdvice.Of(cells),
        ];
    }

    private static ConclusionRecord NotRanked(CellRecord[] done, CellRecord[] device) => ConclusionCodes.ApisNotRanked.Says(
        $"Do not choose an API by these rates. Sequential reads with flush are not ranked: {RateRanking.NotRanked(done.Length, "cells", [.. device.Select(cell => cell.Name)])}.");

    private static IEnumerable<ConclusionRecord> BestAt(CellRecord[] reads, string size)
    {
        CellRecord[] all = [.. reads.Where(cell => SizeOf(cell) == size)];
        var apis = new RateRanking(all.Where(IsWhole));
        if (apis.Count > 1)
        {
            yield return ConclusionCodes.BestAt4KiB.Says($"{Best(apis, size)}{LeftOut(all)}.");
        }
        else if (all.Length > 1)
        {
            yield return ConclusionCodes.BestAt4KiBNotRanked.Says(
                $"Give more time before you choose an API to read {size} at a time. Sequential reads from the device are not ranked: {CutOf(all)}.");
        }
    }

    private static string Best(RateRanking apis, string size)
    {
        string median = Invariant($"the median of {apis.Count} APIs is {apis.MedianWords}");
        string best = $"{ApiOf(apis.Best)}, {RateRanking.WordsOf(apis.Best)}";
        return apis.IsLeadSure
            ? $"Read {size} at a time with {ApiOf(apis.Best)}. Sequential reads from the device are fastest with {best}; {median}"
            : apis.HasEnoughRuns
                ? $"{(apis.IsNoisy ? $"Repeat before you choose an API to read {size} at a time" : $"Read {size} at a time with any of the fast APIs")}. "
                    + $"In sequential reads from the device no API is fastest beyond {apis.Beyond}; {best}, has the highest median, and {median}{apis.SlowerWords(ApiOf)}"
                : $"Repeat before you choose an API to read {size} at a time. Sequential reads from the device were fastest with {best}; "
                    + $"{median}{apis.SlowerWords(ApiOf)}; {apis.TooFewRuns}";
    }

    // A part of the file shows the cost of a one-byte record as well as the whole file.
    private static IEnumerable<ConclusionRecord> SmallRecords(CellRecord[] reads)
    {
        RateRanking small = OfSize(reads, "1 B");
        RateRanking large = OfSize(reads, "64 KiB");
        if (small.Count > 1 && large.Count > 1)
        {
            CellRecord[] cut = [.. reads.Where(cell => SizeOf(cell) is "1 B" or "64 KiB" && !IsWhole(cell))];
            string parts = cut.Length == 0 ? string.Empty : Invariant(
                $"; {cut.Length} of these {small.Count + large.Count} cells were cut by the time limit, and theirs are the rates of a part of the file");
            bool isFaster = RateRanking.IsFaster(small.Middle, large.Middle);
            bool isSure = isFaster || RateRanking.IsFaster(large.Middle, small.Middle);
            string judged = isFaster ? "Records of one byte are faster here than those of 64 KiB"
                : isSure ? "Read more than one byte at a time"
                : small.HasEnoughRuns && large.HasEnoughRuns ? "Records of one byte do not differ from those of 64 KiB beyond the noise"
                : "Repeat before you judge records of one byte";
            yield return ConclusionCodes.SmallRecords.Says(Invariant(
                $"{judged}. Records of one byte cost a factor of {AmountText.Times(large.MedianRate / small.MedianRate)} against 64 KiB in the median of the APIs; ")
                + Invariant($"the highest rate of them is {RateRanking.WordsOf(small.Best)}, of {ApiOf(small.Best)}, the lowest {RateRanking.WordsOf(small.Worst)}, of {ApiOf(small.Worst)}")
                + $"{parts}{(isSure ? string.Empty : Caveat(small, large))}.");
        }
    }

    private static IEnumerable<ConclusionRecord> Spread(CellRecord[] reads)
    {
        CellRecord[] all = [.. reads.Where(cell => s_large.Contains(SizeOf(cell)))];

        // The median over each API's sizes: one disturbed run says nothing about its API.
        var apis = new RateRanking(all.Where(IsWhole)
            .GroupBy(ApiOf, StringComparer.Ordinal).Select(api => new RateRanking(api).Middle));
        if (apis.Count > 1)
        {
            bool isSure = apis.Factor > Alike && RateRanking.IsFaster(apis.Best, apis.Worst);
            string judged = apis.HasEnoughRuns && apis.LargestFactor <= Alike ? "From 64 KiB on all APIs perform alike, as in the 2010s"
                : isSure ? "From 64 KiB on the APIs no longer perform alike, as they did in the 2010s"
                : apis.HasEnoughRuns ? "Whether the APIs perform alike from 64 KiB on is inconclusive"
                : "Repeat before you compare APIs from 64 KiB on";
            string caveat = apis.HasEnoughRuns || isSure ? string.Empty : $"; {apis.TooFewRuns}";
            yield return ConclusionCodes.SpreadOfApis.Says(Invariant(
                $"{judged}. The rates of the fastest and of the slowest are {apis.Factor:F1} times apart ({ApiOf(apis.Best)}, {ApiOf(apis.Worst)}){caveat}")
                + $"{LeftOut(all)}.");
        }
        else if (all.Select(ApiOf).Distinct(StringComparer.Ordinal).Count() > 1)
        {
            yield return ConclusionCodes.SpreadOfApisNotRanked.Says(
                $"Give more time before you compare APIs from 64 KiB on. They are not ranked: {CutOf(all)}.");
        }
    }

    // What the authors of the 2010s reported about their disk: its best rates in both orders, with flush and without.
    private static IEnumerable<ConclusionRecord> Peaks(CellRecord[] rated)
    {
        foreach (string order in s_orders)
        {
            CellRecord[] all = [.. rated.Where(cell => Is(cell, order, "read", "on") || Is(cell, order, "read", "off"))];
            string[] peaks =
            [
                .. Peak(all.Where(cell => Is(cell, order, "read", "on") && cell.Verdicts.Read == Verdict.Device), "from the device"),
                .. Peak(all.Where(cell => Is(cell, order, "read", "off") && cell.Verdicts.Read == Verdict.Cache), "with the file already cached"),
            ];
            if (peaks.Length > 0)
            {
                yield return (order == "random" ? ConclusionCodes.RandomReadPeak : ConclusionCodes.SequentialReadPeak).Says(
                    $"Reads in {order} order peak at {AmountText.List(peaks)}{LeftOut(all)}.");
            }
        }
    }

    private static IEnumerable<string> Peak(IEnumerable<CellRecord> cells, string where)
    {
        CellRecord[] whole = [.. cells.Where(IsWhole)];
        if (whole.Select(ApiOf).Distinct(StringComparer.Ordinal).Count() > 1)
        {
            CellRecord best = new RateRanking(whole).Best;
            yield return $"{RateRanking.WordsOf(best)} {where} ({ApiOf(best)}, {(SizeOf(best) == ApiLabels.Whole ? "the whole file" : SizeOf(best))})";
        }
    }

    private static string LeftOut(CellRecord[] all) => all.All(IsWhole) ? string.Empty : Invariant(
        $"; {all.Count(cell => !IsWhole(cell))} of {all.Length} cells are left out because the time limit cut them");

    private static string CutOf(CellRecord[] all) => Invariant(
        $"the time limit cut {all.Count(cell => !IsWhole(cell))} of {all.Length} cells");

    private static string Caveat(params RateRanking[] rankings) =>
        rankings.FirstOrDefault(ranking => !ranking.HasEnoughRuns) is { } unsure ? $"; {unsure.TooFewRuns}" : string.Empty;

    private static RateRanking OfSize(CellRecord[] reads, string size) => new(reads.Where(cell => SizeOf(cell) == size));

    private static bool IsWhole(CellRecord cell) => ApiLabels.CutAtPct(cell) is null;

    private static bool Is(CellRecord cell, string order, string operation, string flush) =>
        cell.Labels[ApiLabels.OrderAxis] == order
        && cell.Labels[ApiLabels.OperationAxis] == operation
        && cell.Labels[ApiLabels.FlushAxis] == flush;

    private static string SizeOf(CellRecord cell) => cell.Labels[ApiLabels.SizeAxis];

    private static string ApiOf(CellRecord cell) => cell.Labels[ApiLabels.ApiAxis];
}
