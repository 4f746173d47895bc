using Landspeed.Experiments.Observing;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Judging;

/// <summary>Computes what the thread pool did for a run; pure functions.</summary>
internal static class PoolAccount
{
    /// <summary>
    /// Timed work items from which on their mean wait is given, 100: single waits differ by several times, so that the
    /// mean is known to within 10 or 20 %.
    /// </summary>
    internal const int EnoughItems = 100;

    /// <summary>Name of the fact that gives the reason why a run has no wait.</summary>
    internal const string WhyNoWaitFact = "pool_wait_missing";

    /// <summary>Returns all metrics of the thread pool.</summary>
    /// <param name="observed">Counters of the run.</param>
    /// <param name="seen">What was seen in between, or null if nothing was timed.</param>
    /// <param name="records">Records of the run, or 0 if it has none.</param>
    internal static (Metric Metric, double? Value)[] Of(Observed observed, PoolTally? seen, long records)
    {
        (long items, int first, int last) =
            (observed.PoolItems, observed.PoolThreadsAtStart, observed.PoolThreadsAtEnd);
        PoolTally looks = seen ?? new PoolTally(first, first);
        return
        [
            (Metrics.PoolItems, items),
            (Metrics.PoolItemsPerRequest, records == 0 ? null : (double)items / records),
            (Metrics.PoolWait, looks.Timed >= EnoughItems ? looks.WaitNs / looks.Timed : null),
            (Metrics.PoolItemsTimed, seen?.Timed),
            (Metrics.PoolThreadsAtStart, first),
            (Metrics.PoolThreadsMost, Math.Max(looks.ThreadsMost, Math.Max(first, last))),
            (Metrics.PoolThreadsInjected, looks.Injected + Math.Max(0, last - looks.ThreadsLast)),
        ];
    }

    /// <summary>Explains why a run whose items were to be timed has no wait; empty if it has one.</summary>
    internal static IEnumerable<KeyValuePair<string, string>> WhyNoWait(PoolTally? seen)
    {
        if (seen is { Timed: < EnoughItems and var timed })
        {
            yield return new(WhyNoWaitFact, Invariant($"{AmountText.Count(timed, "work item")} timed, {EnoughItems} are needed"));
        }
    }
}
