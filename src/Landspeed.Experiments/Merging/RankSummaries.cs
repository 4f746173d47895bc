using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using Landspeed.Results.Ranks;

namespace Landspeed.Experiments.Merging;

/// <summary>Summarises how each rank compares with the others.</summary>
internal static class RankSummaries
{
    /// <summary>Compares the ranks, run by run.</summary>
    /// <param name="parts">The ranks.</param>
    /// <param name="cells">The cells of the whole: runs that do not count there do not count here, unless there are no
    /// others.</param>
    internal static IEnumerable<RankSummaryRecord> Of(RankPart[] parts, CellRecord[] cells)
    {
        RunRecord[] made = [.. cells.SelectMany(cell => cell.Runs).Where(run => run.Failure is null)];
        RunRecord[] counted = [.. made.Where(run => run.Invalid is null)];
        RunRecord[][] rows = [.. (counted.Length > 0 ? counted : made).Select(run => Runs(parts, run))];
        double?[][] shares = [.. rows.Select(row => MergeRules.RatePct([.. row.Select(MergeRules.RateOf)]))];
        for (int index = 0; index < parts.Length; index++)
        {
            int rank = index;
            double[] own = [.. shares.Select(row => row[rank]).OfType<double>()];
            double[] late = [.. rows.Select(row => row[rank][Metrics.StartOffset] - row.Min(run => run[Metrics.StartOffset])).OfType<double>()];
            yield return new RankSummaryRecord
            {
                Number = parts[rank].Rank.Number,
                Host = parts[rank].Rank.Host,
                RatePct = Middle(own),
                ThroughputBytesPerS = cells.Length == 1 ? Middle([.. rows.Select(row => MergeRules.RateOf(row[rank])).OfType<double>()]) : null,
                LateNs = Middle(late),
                ClockErrorNs = rows.Select(row => row[rank][Metrics.ClockError]).Max(),
                Straggler = MergeRules.IsStraggler(own),
                Verdicts = [.. rows.Select(row => row[rank].Reads ?? row[rank].Writes).OfType<TruthRecord>().Select(truth => truth.Verdict.ToWord()).Distinct()],
            };
        }
    }

    private static RunRecord[] Runs(RankPart[] parts, RunRecord merged) => [.. parts.Select(part => part.Run(merged.Cell, merged.Round)!)];

    private static double? Middle(double[] values) => values.Length == 0 ? null : Median.Of(values);
}
