using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using Landspeed.Results.Histories;
using static System.FormattableString;

namespace Landspeed.Experiments.Collecting;

/// <summary>Creates a history of results: each metric over time, and where its level changed; pure functions.</summary>
public static class History
{
    // The rate, or the time if there is none, and the cost per byte.
    private static readonly Metric[] s_rates = [Metrics.Throughput, Metrics.ElapsedToDurable, Metrics.Elapsed];

    /// <summary>Puts results in the order in which they were started.</summary>
    /// <param name="results">One or more, each with a unique label.</param>
    /// <param name="findings">Findings about the whole, for example which files were left out.</param>
    /// <returns>A document of the kind <see cref="ResultKinds.Report"/>, variant <see cref="ResultKinds.History"/>. Its
    /// parts have no runs: their own files have them.</returns>
    public static ResultDocument Of(IReadOnlyList<ResultDocument> results, IReadOnlyList<FindingRecord> findings)
    {
        ResultDocument[] parts = [.. results.OrderBy(result => result.StartedAt).Select(Summary)];
        HistoryRecord[] records = [.. Groups(parts).SelectMany((group, number) => Records(parts, group, number))];
        return Collection.Of(parts, findings) with
        {
            Variant = ResultKinds.History,
            Histories = records,
            Conclusions = [.. records.GroupBy(record => (record.Group, record.Metric)).SelectMany(same => Conclude(parts, [.. same]))],
        };
    }

    /// <summary>Returns a result as a history stores it: without its runs.</summary>
    public static ResultDocument Summary(ResultDocument result) => result with { Cells = [.. result.Cells.Select(cell => cell with { Runs = [] })] };

    // A result joins the first series with which it is comparable, in the same place; if there is none it starts a new
    // one.
    private static IEnumerable<int[]> Groups(ResultDocument[] parts)
    {
        List<List<int>> groups = [];
        for (int index = 0; index < parts.Length; index++)
        {
            ResultDocument part = parts[index];
            if (groups.Find(group => IsAlike(parts[group[0]], part)) is { } alike)
            {
                alike.Add(index);
            }
            else
            {
                groups.Add([index]);
            }
        }

        return groups.Select(group => group.ToArray());
    }

    private static bool IsAlike(ResultDocument one, ResultDocument other) =>
        one.Places.Select(place => place.Path).SequenceEqual(other.Places.Select(place => place.Path), StringComparer.Ordinal)
        && ComparableResults.Reasons((string.Empty, one), (string.Empty, other)).Count == 0;

    private static IEnumerable<HistoryRecord> Records(ResultDocument[] parts, int[] group, int number)
    {
        (int Part, CellRecord Cell)[] cells = [.. group.SelectMany(part => parts[part].Cells.Select(cell => (part, cell)))];
        Metric? rate = s_rates.FirstOrDefault(metric => cells.Any(one => one.Cell[metric] is not null));
        IGrouping<string, (int Part, CellRecord Cell)>[] same = [.. cells.GroupBy(one => one.Cell.Name, StringComparer.Ordinal)];
        return from metric in new[] { rate, Metrics.CpuPerByte }.OfType<Metric>()
               from cell in same
               let points = cell.Where(one => one.Cell[metric] is { Median: >= 0 and < double.PositiveInfinity })
                   .Select(one => Point(one.Part, one.Cell[metric]!)).ToArray()
               where points.Length > 0
               select new HistoryRecord { Group = number, Cell = cell.Key, Metric = metric.Name, Points = points, Changes = Changes(points, same.Length) };
    }

    private static HistoryPoint Point(int part, IntervalRecord value) => new(part, value.Median, value.Low, value.High);

    private static HistoryChange[] Changes(HistoryPoint[] points, int series)
    {
        double[] values = [.. points.Select(point => point.Median)];
        IReadOnlyList<(int Index, RatioInterval Ratio)> found = ChangePoints.Of(values, series, Difference.EqualPct);
        return
        [
            .. found.Select((change, at) => new HistoryChange(
                change.Index,
                Median.Of(values[(at == 0 ? 0 : found[at - 1].Index)..change.Index]),
                Median.Of(values[change.Index..(at + 1 < found.Count ? found[at + 1].Index : values.Length)]),
                change.Ratio.Ratio, change.Ratio.Low, change.Ratio.High)),
        ];
    }

    private static IEnumerable<ConclusionRecord> Conclude(ResultDocument[] parts, HistoryRecord[] records)
    {
        Metric metric = Metrics.Find(records[0].Metric)!;
        string about = $"{(metric == Metrics.Throughput ? "throughput" : metric == Metrics.CpuPerByte ? "CPU time per byte" : "time")} of {parts[records[0].Points[0].Part].Kind} in {Place(parts[records[0].Points[0].Part])}";
        int most = records.Max(record => record.Points.Count);
        if (most < ChangePoints.EnoughValues)
        {
            yield return ConclusionCodes.HistoryTooShort.Says(
                $"Not enough results to detect changes of {about}: {AmountText.Count(most)} of one kind, and {ChangePoints.EnoughValues} are needed.");
            yield break;
        }

        (int Part, HistoryRecord Record, HistoryChange Change)[] changes =
            [.. records.SelectMany(record => record.Changes.Select(change => (record.Points[change.Point].Part, record, change)))];
        if (changes.Length == 0)
        {
            yield return ConclusionCodes.HistoryLevel.Says(
                $"No change of the {about} was found over {AmountText.Count(most, "result")}, in {AmountText.Count(records.Length, "cell")}; "
                + Invariant($"fewer than {ChangePoints.ShortestLevel} results in a row are not treated as a level."));
        }

        foreach (IGrouping<int, (int Part, HistoryRecord Record, HistoryChange Change)> at in changes.GroupBy(change => change.Part).OrderBy(at => at.Key))
        {
            (_, HistoryRecord record, HistoryChange change) = at.MaxBy(one => Math.Abs(Math.Log(one.Change.Ratio)));
            string others = records.Length == 1 ? string.Empty : $" in {AmountText.Count(at.Count())} of {AmountText.Count(records.Length, "cell")}, most in {record.Cell}";
            yield return ConclusionCodes.HistoryChange.Says(
                $"{Capital(about)} {Word(metric, change.Ratio)} with {Name(parts[at.Key])}{others}: "
                + (double.IsFinite(change.Ratio)
                    ? Invariant($"{AmountText.Times(change.Ratio)} of what it was before ({change.Low:0.00} {(double.IsFinite(change.High) ? Invariant($"to {change.High:0.00}") : "or more")}).")
                    : "it was 0 before.")
                + Origin(parts[at.Key], record));
        }
    }

    private static string Origin(ResultDocument part, HistoryRecord record) =>
        part.Cells.FirstOrDefault(cell => cell.Name == record.Cell)?.Verdicts is { } verdicts && (verdicts.Read ?? verdicts.Write) is { } verdict and not Verdict.Device
            ? $" Its rate is not the device's: verdict {verdict.ToWord()}." : string.Empty;

    private static string Word(Metric metric, double ratio) => (metric.Better, ratio > 1) switch
    {
        (Better.Higher, true) or (Better.Lower, false) => "improved",
        (Better.Neither, _) => "changed",
        _ => "became worse",
    };

    private static string Place(ResultDocument part) => part.Places.Count > 0 ? part.Places[0].Path : "no place";

    private static string Name(ResultDocument part) => Invariant($"{part.Label ?? part.Kind} of {part.StartedAt:yyyy-MM-dd HH:mm}");

    private static string Capital(string text) => $"{char.ToUpperInvariant(text[0])}{text[1..]}";
}
