using Landspeed.Experiments.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>What the cells of the matrix say, in sentences; a pure function.</summary>
internal static class ApisAdvice
{
    // The finding of the 2010s was that all APIs perform alike: within a quarter is taken for alike.
    private const double Alike = 1.25;

    private static readonly string[] s_large = ["64 KiB", "128 KiB", "256 KiB", "512 KiB", "1 MiB"];

    /// <summary>The sentences; none of a kind while fewer than two of its cells are measured.</summary>
    internal static IReadOnlyList<AdviceRecord> Of(IReadOnlyList<ExperimentCellRecord> cells)
    {
        ExperimentCellRecord[] reads =
            [.. cells.Where(cell => cell is { State: CellState.Done, ReadVerdict: Verdict.Device }
                && Is(cell, "sequential", "read", "on") && Rate(cell) > 0)];
        return [.. BestAt(reads, "4 KiB"), .. SmallRecords(reads), .. Spread(reads)];
    }

    private static IEnumerable<AdviceRecord> BestAt(ExperimentCellRecord[] reads, string size)
    {
        ExperimentCellRecord[] alike = [.. reads.Where(cell => cell.Labels[ApiLabels.SizeAxis] == size)];
        if (alike.Length > 1)
        {
            ExperimentCellRecord best = alike.MaxBy(Rate)!;
            yield return new AdviceRecord("best_at_4_kib", Invariant(
                $"Sequential cold reads of {size} are fastest with {ApiOf(best)}, {Rate(best) / 1e6:N0} MB/s; the median of {alike.Length} APIs is {Middle(alike) / 1e6:N0} MB/s."));
        }
    }

    private static IEnumerable<AdviceRecord> SmallRecords(ExperimentCellRecord[] reads)
    {
        ExperimentCellRecord[] small = [.. reads.Where(cell => cell.Labels[ApiLabels.SizeAxis] == "1 B")];
        ExperimentCellRecord[] large = [.. reads.Where(cell => cell.Labels[ApiLabels.SizeAxis] == "64 KiB")];
        if (small.Length > 1 && large.Length > 1)
        {
            yield return new AdviceRecord("small_records", Invariant(
                $"Records of one byte cost a factor of {Middle(large) / Middle(small):N0} against 64 KiB in the median of the APIs; ")
                + Invariant($"the best of them, {ApiOf(small.MaxBy(Rate)!)}, reads {small.Max(Rate) / 1e6:N0} MB/s, the worst, {ApiOf(small.MinBy(Rate)!)}, {small.Min(Rate) / 1e6:N2}."));
        }
    }

    private static IEnumerable<AdviceRecord> Spread(ExperimentCellRecord[] reads)
    {
        // The middle of each API's sizes: one run that was disturbed says nothing of its API.
        (string Api, double Rate)[] apis =
        [
            .. reads.Where(cell => s_large.Contains(cell.Labels[ApiLabels.SizeAxis]))
                .GroupBy(ApiOf, StringComparer.Ordinal).Select(api => (api.Key, Middle([.. api]))),
        ];
        if (apis.Length > 1)
        {
            (string Api, double Rate) best = apis.MaxBy(api => api.Rate);
            (string Api, double Rate) worst = apis.MinBy(api => api.Rate);
            double spread = best.Rate / worst.Rate;
            string judged = spread <= Alike ? "all APIs perform alike, as in the 2010s" : "the APIs no longer perform alike, as they did in the 2010s";
            yield return new AdviceRecord("spread_of_apis", Invariant(
                $"From 64 KiB on the fastest API reads {spread:F1} times as fast as the slowest ({best.Api}, {worst.Api}): {judged}."));
        }
    }

    private static bool Is(ExperimentCellRecord cell, string order, string operation, string flush) =>
        cell.Labels[ApiLabels.OrderAxis] == order
        && cell.Labels[ApiLabels.OperationAxis] == operation
        && cell.Labels[ApiLabels.FlushAxis] == flush;

    private static double Middle(ExperimentCellRecord[] cells) =>
        cells.Select(Rate).Order().ElementAt((cells.Length - 1) / 2);

    private static double Rate(ExperimentCellRecord cell) => cell.ThroughputBytesPerS?.Median ?? 0;

    private static string ApiOf(ExperimentCellRecord cell) => cell.Labels[ApiLabels.ApiAxis];
}
