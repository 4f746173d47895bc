using Landspeed.Results;

namespace Landspeed.Experiments.Statistics;

/// <summary>Evaluates one value per run of a cell; some runs may have no value.</summary>
internal static class RunValues
{
    /// <summary>Summarises the existing values.</summary>
    /// <param name="values">In the order of the runs; null or not finite if unknown.</param>
    /// <returns>Null if none is known. Positions of outliers are those among all runs.</returns>
    internal static IntervalRecord? Interval(double?[] values)
    {
        int[] known =
        [
            .. Enumerable.Range(0, values.Length).Where(run => values[run] is { } value && double.IsFinite(value)),
        ];
        if (known.Length == 0)
        {
            return null;
        }

        IntervalRecord interval = MedianInterval.Of([.. known.Select(run => values[run]!.Value)]);
        return interval with { OutlierRuns = [.. interval.OutlierRuns.Select(position => known[position])] };
    }

    /// <summary>
    /// Returns the run with the median value; of an even number the smaller of the middle two; runs without a value
    /// come first.
    /// </summary>
    internal static int MiddleOf(double?[] values) =>
        Enumerable.Range(0, values.Length)
            .OrderBy(run => values[run] ?? double.NegativeInfinity)
            .ElementAt((values.Length - 1) / 2);
}
