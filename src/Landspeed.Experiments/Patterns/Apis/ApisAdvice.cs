using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>What the cells of the matrix say, in sentences; a pure function.</summary>
internal static class ApisAdvice
{
    // The finding of the 2010s was that all APIs perform alike: within a quarter is taken for alike.
    private const double Alike = 1.25;

    private static readonly string[] s_large = ["64 KiB", "128 KiB", "256 KiB", "512 KiB", "1 MiB"];

    /// <summary>The sentences; none of a kind while fewer than two of its cells came from the device.</summary>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells)
    {
        CellRecord[] done =
        [
            .. cells.Where(cell => cell.State == CellState.Done && cell[Metrics.Throughput] is { Median: > 0 }
                && Is(cell, "sequential", "read", "on")),
        ];
        CellRecord[] reads = [.. done.Where(cell => cell.Verdicts.Read == Verdict.Device)];
        ConclusionRecord[] sentences = [.. BestAt(reads, "4 KiB"), .. SmallRecords(reads), .. Spread(reads)];
        return sentences.Length == 0 && reads.Length < done.Length && done.Length > 1 ? [NotRanked(done, reads)] : sentences;
    }

    private static ConclusionRecord NotRanked(CellRecord[] done, CellRecord[] device) => new(
        "apis_not_ranked",
        $"Do not choose an API by these rates. Sequential reads with flush are not ranked: {RateRanking.NotRanked(done.Length, "cells", [.. device.Select(cell => cell.Name)])}.");

    private static IEnumerable<ConclusionRecord> BestAt(CellRecord[] reads, string size)
    {
        RateRanking apis = OfSize(reads, size);
        if (apis.Count > 1)
        {
            string median = Invariant($"the median of {apis.Count} APIs is {RateRanking.WordsOf(apis.Middle)}");
            string best = $"{ApiOf(apis.Best)}, {RateRanking.WordsOf(apis.Best)}";
            yield return new ConclusionRecord("best_at_4_kib", !apis.HasEnoughRuns
                ? $"Repeat before you choose an API to read {size} at a time. Sequential reads from the device were fastest with {best}; "
                    + $"{median}; {apis.TooFewRuns}."
                : apis.IsLeadSure
                    ? $"Read {size} at a time with {ApiOf(apis.Best)}. Sequential reads from the device are fastest with {best}; {median}."
                    : $"Read {size} at a time with any of the fast APIs. In sequential reads from the device no API is fastest beyond the "
                        + $"noise; {best}, has the highest median, and {median}.");
        }
    }

    private static IEnumerable<ConclusionRecord> SmallRecords(CellRecord[] reads)
    {
        RateRanking small = OfSize(reads, "1 B");
        RateRanking large = OfSize(reads, "64 KiB");
        if (small.Count > 1 && large.Count > 1)
        {
            yield return new ConclusionRecord("small_records", Invariant(
                $"Read more than one byte at a time. Records of one byte cost a factor of {RateRanking.RateOf(large.Middle) / RateRanking.RateOf(small.Middle):N0} against 64 KiB in the median of the APIs; ")
                + Invariant($"the highest rate of them is {RateRanking.WordsOf(small.Best)}, of {ApiOf(small.Best)}, the lowest {RateRanking.WordsOf(small.Worst)}, of {ApiOf(small.Worst)}")
                + $"{Caveat(small, large)}.");
        }
    }

    private static IEnumerable<ConclusionRecord> Spread(CellRecord[] reads)
    {
        // The middle of each API's sizes: one run that was disturbed says nothing of its API.
        var apis = new RateRanking(reads.Where(cell => s_large.Contains(cell.Labels[ApiLabels.SizeAxis]))
            .GroupBy(ApiOf, StringComparer.Ordinal).Select(api => new RateRanking(api).Middle));
        if (apis.Count > 1)
        {
            string judged = !apis.HasEnoughRuns ? "Repeat before you compare APIs from 64 KiB on"
                : apis.Factor <= Alike ? "From 64 KiB on all APIs perform alike, as in the 2010s"
                : apis.Best[Metrics.Throughput]!.Low <= apis.Worst[Metrics.Throughput]!.High ? "From 64 KiB on the APIs differ within the noise"
                : "From 64 KiB on the APIs no longer perform alike, as they did in the 2010s";
            string caveat = apis.HasEnoughRuns ? string.Empty : $"; {apis.TooFewRuns}";
            yield return new ConclusionRecord("spread_of_apis", Invariant(
                $"{judged}. The rates of the fastest and of the slowest are {apis.Factor:F1} times apart ({ApiOf(apis.Best)}, {ApiOf(apis.Worst)}){caveat}."));
        }
    }

    private static string Caveat(params RateRanking[] rankings) =>
        rankings.FirstOrDefault(ranking => !ranking.HasEnoughRuns) is { } unsure ? $"; {unsure.TooFewRuns}" : string.Empty;

    private static RateRanking OfSize(CellRecord[] reads, string size) =>
        new(reads.Where(cell => cell.Labels[ApiLabels.SizeAxis] == size));

    private static bool Is(CellRecord cell, string order, string operation, string flush) =>
        cell.Labels[ApiLabels.OrderAxis] == order
        && cell.Labels[ApiLabels.OperationAxis] == operation
        && cell.Labels[ApiLabels.FlushAxis] == flush;

    private static string ApiOf(CellRecord cell) => cell.Labels[ApiLabels.ApiAxis];
}
