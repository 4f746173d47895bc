using System.Globalization;
using Landspeed.Experiments.Judging;
using Landspeed.Results;
using Landspeed.Results.Rates;
using static System.FormattableString;

namespace Landspeed.Experiments.Rates;

/// <summary>
/// Tells up to which rate requests are done in time, and from which on they wait much longer; a pure function of the
/// cells.
/// </summary>
internal static class RateConclusions
{
    // Twice as long: more than one service time is spent waiting.
    private const double KneeFactor = 2;

    // If as much of it may be our own lateness, a time is not the device's.
    private const double OwnShare = 0.5;

    /// <summary>Draws the conclusions.</summary>
    /// <param name="cells">All cells.</param>
    /// <param name="limit">The limit of the response time, or null if none is set.</param>
    /// <returns>
    /// Paragraphs with the codes <c>rate_limit</c>, <c>rate_knee</c> and <c>rates_incomplete</c>, each at most once;
    /// none before a rate is measured.
    /// </returns>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells, ResponseLimit? limit)
    {
        CellRecord[] done =
        [
            .. cells.Where(cell => cell.State == CellState.Done && cell[Metrics.OfferedRate] is { Median: > 0 })
                .OrderBy(cell => cell[Metrics.OfferedRate]!.Median),
        ];
        CellRecord[] ofDevice = [.. done.Where(IsOfDevice)];
        CellRecord[] judged = ofDevice.Length > 0 ? ofDevice : done;
        ResponsePercentile percentile = limit?.Percentile
            ?? (judged.All(cell => cell[Metrics.ResponseP99] is not null)
                ? ResponsePercentile.P99 : ResponsePercentile.P50);
        CellRecord[] known = [.. judged.Where(cell => cell[percentile.Metric] is not null)];
        return
        [
            .. limit is null || known.Length == 0 ? [] : (ConclusionRecord[])[Limit(known, limit)],
            .. known.Length < 2 ? [] : (ConclusionRecord[])[Knee(known, percentile)],
            .. Incomplete(done, judged, known, percentile),
        ];
    }

    // Rates count upwards from the lowest: one that is too slow is the end, whatever a higher one seems to show.
    private static ConclusionRecord Limit(CellRecord[] cells, ResponseLimit limit)
    {
        ResponsePercentile percentile = limit.Percentile;
        string name = percentile.Name;
        string most = AmountText.Duration(limit.MostNs);
        CellRecord[] within = [.. cells.TakeWhile(cell => Compare(cell, percentile, limit.MostNs) == Reach.Within)];
        CellRecord? next = cells.Skip(within.Length).FirstOrDefault();
        if (next is null)
        {
            return ConclusionCodes.RateLimit.Says(
                $"The response {name} is at most {most} at all rates, up to {At(cells[^1])}: "
                + $"{Time(cells[^1], percentile.Metric)} there. A higher rate may be in time, too.");
        }

        bool isAbove = Compare(next, percentile, limit.MostNs) == Reach.Above;
        string there = LosesRequests(next, percentile)
            ? $"more was due at {At(next)} than was carried out"
            : $"{Time(next, percentile.Metric)} at {At(next)}";
        if (within.Length == 0)
        {
            return ConclusionCodes.RateLimit.Says(isAbove
                ? $"The response {name} is above {most} at the lowest rate: {there}."
                : $"Whether the response {name} is at most {most} is inconclusive at the lowest rate: "
                    + $"{Spread(next, percentile)}.");
        }

        string upTo = $"The response {name} is at most {most} up to {At(within[^1])}: "
            + $"{Time(within[^1], percentile.Metric)} there";
        return ConclusionCodes.RateLimit.Says(isAbove
            ? $"{upTo}; {there}."
            : $"{upTo}. At {At(next)} it is inconclusive: {Spread(next, percentile)}.");
    }

    private static ConclusionRecord Knee(CellRecord[] cells, ResponsePercentile percentile)
    {
        Metric metric = percentile.Metric;
        string name = percentile.Name;
        int least = Array.IndexOf(cells, cells.MinBy(cell => cell[metric]!.Median));
        (double low, double high) = cells[least][metric]!.SureRange();
        string atLeast = $"its least, {Time(cells[least], metric)} at {At(cells[least])}";
        int knee = cells.Length;
        while (knee - 1 > least && Compare(cells[knee - 1], percentile, KneeFactor * high) == Reach.Above)
        {
            knee--;
        }

        if (knee < cells.Length)
        {
            return ConclusionCodes.RateKnee.Says(
                $"From {At(cells[knee])} on, the response {name} is more than twice {atLeast}: "
                + Time(cells[knee], metric)
                + (LosesRequests(cells[knee], percentile) ? ", and more was due than was carried out." : "."));
        }

        return ConclusionCodes.RateKnee.Says(
            cells.Skip(least).All(cell => Compare(cell, percentile, KneeFactor * low) == Reach.Within)
                ? $"The response {name} has no knee up to {At(cells[^1])}, the highest rate: it stays within twice "
                    + $"{atLeast}."
                : $"Whether the response {name} has a knee is inconclusive: at the highest rate, {At(cells[^1])}, it "
                    + $"is {Spread(cells[^1], percentile)}; {atLeast}.");
    }

    private static IEnumerable<ConclusionRecord> Incomplete(
        CellRecord[] done, CellRecord[] judged, CellRecord[] known, ResponsePercentile percentile)
    {
        var why = new List<string>();
        if (done.Length > 0 && !done.Any(IsOfDevice))
        {
            why.Add("none is known to have moved its bytes from or to the device: the times may be those of memory");
        }
        else if (done.Length > judged.Length)
        {
            int others = done.Length - judged.Length;
            why.Add(others == 1 ? "1 is not judged: it is not known to have moved its bytes from or to the device"
                : $"{AmountText.Count(others)} are not judged: they are not known to have moved their bytes from or "
                    + "to the device");
        }

        if (judged.Length > known.Length)
        {
            why.Add($"{AmountText.Count(judged.Length - known.Length)} had fewer than "
                + $"{AmountText.Count(percentile.Samples)} requests in a run, too few for "
                + $"{percentile.Name}: measure for a longer time");
        }

        if (why.Count > 0)
        {
            yield return ConclusionCodes.RatesIncomplete.Says(
                $"Of {AmountText.Count(done.Length, "rate")}, {string.Join("; ", why)}.");
        }
    }

    private static bool IsOfDevice(CellRecord cell) => cell.Verdicts switch
    {
        { Read: null, Write: null } => false,
        var (read, write) => (read ?? Verdict.Device) == Verdict.Device && (write ?? Verdict.Device) == Verdict.Device,
    };

    private static Reach Compare(CellRecord cell, ResponsePercentile percentile, double limitNs)
    {
        (double low, double high) = cell[percentile.Metric]!.SureRange();
        int overloaded = OverloadedRuns(cell);
        (double least, double most) = NotDone(cell);
        double rest = percentile.Rest;
        bool isTooMuch = low > limitNs || least > rest || (overloaded > 0 && overloaded == cell.Runs.Count);
        return isTooMuch && !MayBeOurs(cell, percentile) ? Reach.Above
            : high <= limitNs && overloaded == 0 && most <= rest ? Reach.Within
            : Reach.Open;
    }

    private static bool LosesRequests(CellRecord cell, ResponsePercentile percentile) =>
        OverloadedRuns(cell) > 0 || NotDone(cell).Least > percentile.Rest;

    // The share of the requests that were due and not carried out, of which no time tells: the least and the most of a
    // run.
    private static (double Least, double Most) NotDone(CellRecord cell)
    {
        if (cell[Metrics.RequestsOffered] is not { Median: > 0 } offered)
        {
            return (0, 0);
        }

        (IntervalRecord? skipped, IntervalRecord? unstarted) =
            (cell[Metrics.RequestsSkipped], cell[Metrics.RequestsUnstarted]);
        return (
            ((skipped?.Min ?? 0) + (unstarted?.Min ?? 0)) / offered.Median,
            ((skipped?.Max ?? 0) + (unstarted?.Max ?? 0)) / offered.Median);
    }

    private static bool MayBeOurs(CellRecord cell, ResponsePercentile percentile) =>
        percentile != ResponsePercentile.P50
        && cell[Metrics.OwnLatenessP99]?.Median > OwnShare * cell[percentile.Metric]!.Median;

    private static int OverloadedRuns(CellRecord cell) => cell.Runs.Count(
        run => run.Findings.Any(finding => finding.Code == FindingCodes.Overloaded.Name));

    private static string Time(CellRecord cell, Metric metric) => AmountText.Duration(cell[metric]!);

    private static string Spread(CellRecord cell, ResponsePercentile percentile)
    {
        IntervalRecord times = cell[percentile.Metric]!;
        string ours = MayBeOurs(cell, percentile)
            ? $", but landspeed itself was up to {Time(cell, Metrics.OwnLatenessP99)} late" : string.Empty;
        return $"{AmountText.Duration(times.Min)} to {AmountText.Duration(times.Max)} in "
            + AmountText.Count(times.Runs, "run") + ours;
    }

    private static string At(CellRecord cell)
    {
        double perS = cell[Metrics.OfferedRate]!.Median;
        string rate = perS.ToString(perS < 100 ? "0.##" : "#,0", CultureInfo.InvariantCulture);
        return RateLabels.ShareOf(cell) is { } share ? Invariant($"{rate}/s ({share:0.###} %)") : $"{rate}/s";
    }

    // What a time is, compared with a limit.
    private enum Reach
    {
        Within,
        Above,
        Open,
    }
}
