using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>What the cells of the matrix say, in sentences; a pure function.</summary>
internal static class ApisAdvice
{
    // The finding of the 2010s was that all APIs perform alike: within a quarter is taken for alike.
    private const double Alike = 1.25;

    private static readonly string[] s_large = ["64 KiB", "128 KiB", "256 KiB", "512 KiB", "1 MiB"];

    /// <summary>The sentences; none of a kind while fewer than two of its cells came from the device.</summary>
    internal static IReadOnlyList<AdviceRecord> Of(IReadOnlyList<ExperimentCellRecord> cells)
    {
        ExperimentCellRecord[] done =
        [
            .. cells.Where(cell => cell is { State: CellState.Done, ThroughputBytesPerS.Median: > 0 }
                && Is(cell, "sequential", "read", "on")),
        ];
        ExperimentCellRecord[] reads = [.. done.Where(cell => cell.ReadVerdict == Verdict.Device)];
        AdviceRecord[] sentences = [.. BestAt(reads, "4 KiB"), .. SmallRecords(reads), .. Spread(reads)];
        return sentences.Length == 0 && reads.Length < done.Length && done.Length > 1 ? [NotRanked(done, reads)] : sentences;
    }

    private static AdviceRecord NotRanked(ExperimentCellRecord[] done, ExperimentCellRecord[] device) => new(
        "apis_not_ranked",
        $"Sequential reads with flush are not ranked: {RateRanking.NotRanked(done.Length, "cells", [.. device.Select(cell => cell.Name)])}.");

    private static IEnumerable<AdviceRecord> BestAt(ExperimentCellRecord[] reads, string size)
    {
        RateRanking apis = OfSize(reads, size);
        if (apis.Count > 1)
        {
            string median = Invariant($"the median of {apis.Count} APIs is {RateRanking.WordsOf(apis.Middle)}");
            string best = $"{ApiOf(apis.Best)}, {RateRanking.WordsOf(apis.Best)}";
            yield return new AdviceRecord("best_at_4_kib", $"Sequential reads of {size} from the device "
                + (!apis.HasEnoughRuns ? $"were fastest with {best}; {median}; {apis.TooFewRuns}."
                    : apis.IsLeadSure ? $"are fastest with {best}; {median}."
                    : $"have no clear winner: no API is fastest beyond the noise; {best}, has the highest median, and {median}."));
        }
    }

    private static IEnumerable<AdviceRecord> SmallRecords(ExperimentCellRecord[] reads)
    {
        RateRanking small = OfSize(reads, "1 B");
        RateRanking large = OfSize(reads, "64 KiB");
        if (small.Count > 1 && large.Count > 1)
        {
            yield return new AdviceRecord("small_records", Invariant(
                $"Records of one byte cost a factor of {RateRanking.RateOf(large.Middle) / RateRanking.RateOf(small.Middle):N0} against 64 KiB in the median of the APIs; ")
                + Invariant($"the highest rate of them is {RateRanking.WordsOf(small.Best)}, of {ApiOf(small.Best)}, the lowest {RateRanking.WordsOf(small.Worst)}, of {ApiOf(small.Worst)}")
                + $"{Caveat(small, large)}.");
        }
    }

    private static IEnumerable<AdviceRecord> Spread(ExperimentCellRecord[] reads)
    {
        // The middle of each API's sizes: one run that was disturbed says nothing of its API.
        var apis = new RateRanking(reads.Where(cell => s_large.Contains(cell.Labels[ApiLabels.SizeAxis]))
            .GroupBy(ApiOf, StringComparer.Ordinal).Select(api => new RateRanking(api).Middle));
        if (apis.Count > 1)
        {
            string judged = !apis.HasEnoughRuns ? $"; {apis.TooFewRuns}"
                : apis.Factor <= Alike ? ": all APIs perform alike, as in the 2010s"
                : apis.Best.ThroughputBytesPerS!.Low <= apis.Worst.ThroughputBytesPerS!.High ? ", which is within the noise"
                : ": the APIs no longer perform alike, as they did in the 2010s";
            yield return new AdviceRecord("spread_of_apis", Invariant(
                $"From 64 KiB on the rates of the fastest API and of the slowest are {apis.Factor:F1} times apart ({ApiOf(apis.Best)}, {ApiOf(apis.Worst)}){judged}."));
        }
    }

    private static string Caveat(params RateRanking[] rankings) =>
        rankings.FirstOrDefault(ranking => !ranking.HasEnoughRuns) is { } unsure ? $"; {unsure.TooFewRuns}" : string.Empty;

    private static RateRanking OfSize(ExperimentCellRecord[] reads, string size) =>
        new(reads.Where(cell => cell.Labels[ApiLabels.SizeAxis] == size));

    private static bool Is(ExperimentCellRecord cell, string order, string operation, string flush) =>
        cell.Labels[ApiLabels.OrderAxis] == order
        && cell.Labels[ApiLabels.OperationAxis] == operation
        && cell.Labels[ApiLabels.FlushAxis] == flush;

    private static string ApiOf(ExperimentCellRecord cell) => cell.Labels[ApiLabels.ApiAxis];
}
