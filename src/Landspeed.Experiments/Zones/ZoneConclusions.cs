using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Measuring;
using Landspeed.Quantities;
using Landspeed.Results;
using Landspeed.Results.Zones;
using static System.FormattableString;

namespace Landspeed.Experiments.Zones;

/// <summary>Tells whether the rate depends on the place; a pure function of the cells.</summary>
internal static class ZoneConclusions
{
    // The fastest of many equal zones is always faster than the slowest; a difference may come from chance in one of
    // 20 measurements.
    private const double MayBeChance = 0.05;

    /// <summary>Draws the conclusions.</summary>
    /// <param name="cells">All cells.</param>
    /// <param name="operation">What they do.</param>
    /// <returns>Paragraphs with the codes <c>zones</c> and <c>zones_incomplete</c>, each at most once; none before two
    /// zones are measured.</returns>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells, MeasuredOperation operation)
    {
        CellRecord[] done =
            [.. cells.Where(cell => cell.State == CellState.Done && cell[Metrics.Throughput] is { Median: > 0 })];
        CellRecord[] judged = [.. done.Where(cell => IsOfDevice(cell, operation))];
        var conclusions = new List<ConclusionRecord>();
        if (judged.Length > 1)
        {
            conclusions.Add(ConclusionCodes.Zones.Says($"{Rates(judged, operation)}."));
        }

        if (done.Length > judged.Length)
        {
            string others = AmountText.Count(done.Length - judged.Length, "zone");
            conclusions.Add(ConclusionCodes.ZonesIncomplete.Says(
                $"{others} of {AmountText.Count(cells.Count)} did not {Verb(operation)} the device, and "
                + $"{(done.Length - judged.Length == 1 ? "is" : "are")} not judged: use --cold, or a file with data."));
        }

        return conclusions;
    }

    private static bool IsOfDevice(CellRecord cell, MeasuredOperation operation) =>
        (operation == MeasuredOperation.Read ? cell.Verdicts.Read : cell.Verdicts.Write) == Verdict.Device;

    private static string Verb(MeasuredOperation operation) =>
        operation == MeasuredOperation.Read ? "read from" : "write to";

    private static string Rates(CellRecord[] cells, MeasuredOperation operation)
    {
        CellRecord fastest = cells.MaxBy(cell => cell[Metrics.Throughput]!.Median)!;
        CellRecord slowest = cells.MinBy(cell => cell[Metrics.Throughput]!.Median)!;
        (IntervalRecord most, IntervalRecord least) = (fastest[Metrics.Throughput]!, slowest[Metrics.Throughput]!);
        int runs = cells.Min(cell => cell[Metrics.Throughput]!.Runs);
        string what = operation == MeasuredOperation.Read ? "reads" : "writes";
        string pair = $"the fastest zone {what} {AmountText.Rate(most)} (from {At(fastest)}), "
            + $"the slowest {AmountText.Rate(least)} (from {At(slowest)})";
        const double Band = 1 + (Difference.EqualPct / 100);
        if (cells.All(cell => cell[Metrics.Throughput]!.SureRange().High <= Band * least.SureRange().Low))
        {
            return Invariant($"The rate is the same in all zones, within {Difference.EqualPct} %: {pair}");
        }

        if (least.Max < most.Min && ChanceOf(cells.Length, runs) <= MayBeChance)
        {
            string times = AmountText.Times(most.Median / least.Median);
            return $"The rate changes with the place: {pair}, {times} times as much";
        }

        int needed = NeededRuns(cells.Length);
        string more = runs < needed
            ? $"{AmountText.Count(cells.Length)} zones need at least {AmountText.Count(needed, "run")} of each"
            : "the runs of all zones overlap";
        string after = AmountText.Count(runs, "run");
        return $"Whether the rate changes with the place is inconclusive after {after}; {more}: {pair}";
    }

    private static string At(CellRecord cell) => new ByteCount(ZoneLabels.OffsetOf(cell)).ToString();

    /// <summary>
    /// Returns a bound of the share of measurements in which, of equal zones, all runs of one are above all runs of
    /// another: 2 n! n! / (2n)! for each pair, for any distribution.
    /// </summary>
    /// <param name="zones">Number of zones.</param>
    /// <param name="runs">Runs of each, 1 or more.</param>
    internal static double ChanceOf(int zones, int runs)
    {
        double pair = 2;
        for (int index = 1; index <= runs; index++)
        {
            pair *= (double)index / (runs + index);
        }

        return zones * (zones - 1) / 2.0 * pair;
    }

    /// <summary>Returns the smallest number of runs with which a difference is conclusive.</summary>
    /// <param name="zones">Number of zones.</param>
    internal static int NeededRuns(int zones)
    {
        int runs = 1;
        while (ChanceOf(zones, runs) > MayBeChance)
        {
            runs++;
        }

        return runs;
    }
}
