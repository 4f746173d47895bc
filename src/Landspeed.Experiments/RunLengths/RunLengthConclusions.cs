using System.Globalization;
using Landspeed.Experiments.Judging;
using Landspeed.Quantities;
using Landspeed.Results;
using Landspeed.Results.RunLengths;
using static System.FormattableString;

namespace Landspeed.Experiments.RunLengths;

/// <summary>Describes the effect of fragmented files in words; a pure function of the cells.</summary>
/// <remarks>
/// Differences within the spread of the runs are reported as inconclusive; results that did not come from or go to the
/// device are not judged.
/// </remarks>
internal static class RunLengthConclusions
{
    /// <summary>Draws the conclusions.</summary>
    /// <param name="cells">All cells.</param>
    /// <param name="medium">What the system reports about the device.</param>
    /// <returns>Paragraphs with the codes <c>read_run_length</c>, <c>write_run_length</c>, <c>short_runs_cost</c>,
    /// <c>run_length_medium</c> and <c>run_lengths_incomplete</c>, each at most once; none before a cell is
    /// measured.</returns>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells, Medium medium)
    {
        if (!cells.Any(cell => cell.State == CellState.Done))
        {
            return [];
        }

        Way[] ways = [.. cells.GroupBy(RunLengthLabels.WayOf, StringComparer.Ordinal).Select(way => new Way([.. way]))];
        Way[] known = [.. ways.Where(way => way.Contiguous is not null && way.Torn.Count > 0)];
        (ConclusionCode Code, string? Text)[] all =
        [
            (ConclusionCodes.ReadRunLength, Enough(known, "read")),
            (ConclusionCodes.WriteRunLength, Enough(known, "write")),
            (ConclusionCodes.ShortRunsCost, Cost(known)),
            (ConclusionCodes.RunLengthMedium, known.Length > 0 ? medium.Text : null),
            (ConclusionCodes.RunLengthsIncomplete, Incomplete(cells, ways)),
        ];
        return [.. all.Where(one => one.Text is not null).Select(one => one.Code.Says($"{one.Text}."))];
    }

    private static string? Enough(Way[] ways, string operation)
    {
        string[] sentences = [.. ways.Where(way => way.Operation == operation).Select(Enough)];
        return sentences.Length == 0 ? null : string.Join(". ", sentences);
    }

    // From long to short: up to the first length that is certainly too short, the last one that is certainly long
    // enough. Longer ones are also long enough.
    private static string Enough(Way way)
    {
        CellRecord whole = way.Contiguous!;
        CellRecord[] mayDo = [.. way.Torn.TakeWhile(cell => !ShareOf(cell, whole).IsBelow)];
        CellRecord[] tooShort = [.. way.Torn.Skip(mayDo.Length)];
        CellRecord? enough = mayDo.LastOrDefault(cell => ShareOf(cell, whole).IsWithin);
        CellRecord[] untold = [.. mayDo.Skip(enough is null ? 0 : Array.IndexOf(mayDo, enough) + 1)];
        string start = $"{(way.Operation == "read" ? "Reading" : "Writing")} {way.Mode}";
        string rate = Invariant($"{100 - RateShare.WithinPct:0} % of the contiguous file's {AmountText.Rate(whole[Metrics.Throughput]!)}");
        string answer = (enough, tooShort.Length, untold.Length) switch
        {
            (null, _, 0) => $"{start} reaches {rate} at no length of runs that was measured",
            (null, _, _) => $"{start}: which length of runs reaches {rate} is inconclusive after {AmountText.Count(way.FewestRuns, "run")}",
            (_, 0, 0) => $"{start} reaches {rate} at every length of runs, down to {LengthOf(enough)}",
            (_, 0, _) => $"{start} reaches {rate} with runs of {LengthOf(enough)} and more",
            _ => $"{start} needs runs of {LengthOf(enough)} for {rate}",
        };
        string[] rest =
        [
            .. tooShort.Length > 0 ? [$"too short {(tooShort.Length == 1 ? "is" : "are")} {AmountText.List([.. tooShort.Select(cell => Reached(cell, whole))])}"] : Array.Empty<string>(),
            .. untold.Length > 0 ? [Untold(enough is null)] : Array.Empty<string>(),
        ];
        return rest.Length == 0 ? answer : $"{answer}; {string.Join("; ", rest)}";

        string Untold(bool isAll)
        {
            string cells = AmountText.List([.. untold.Select(cell => Reached(cell, whole))]);
            string verb = untold.Length == 1 ? "is" : "are";
            return isAll ? $"measured {verb} {cells}" : $"{cells} {verb} inconclusive";
        }
    }

    private static string Reached(CellRecord cell, CellRecord whole) => $"{LengthOf(cell)} ({AmountText.Percent(100 * ShareOf(cell, whole).Share)})";

    private static string? Cost(Way[] ways)
    {
        string[] sentences = [.. new[] { Requests(ways), Processor(ways) }.OfType<string>()];
        return sentences.Length == 0 ? null : string.Join(". ", sentences);
    }

    // The operations and modes hardly differ in them: the requests to the device depend on the file's layout.
    private static string? Requests(Way[] ways)
    {
        Way[] known = [.. ways.Where(way => way.Against(Metrics.DeviceRequestsPerMebibyte) is not null)];
        return known.Length == 0 ? null
            : $"Device requests per MiB: {Range(known.Select(way => way.Shortest))} in {ShortestOf(known)}, in the contiguous file {Range(known.Select(way => way.Contiguous!))}";
    }

    private static string Range(IEnumerable<CellRecord> cells)
    {
        double[] requests = [.. cells.Select(cell => cell[Metrics.DeviceRequestsPerMebibyte]!.Median)];
        string[] ends = [Number(requests.Min()), Number(requests.Max())];
        return ends[0] == ends[1] ? ends[0] : $"{ends[0]} to {ends[1]}";
    }

    private static string? Processor(Way[] ways)
    {
        Way[] known = [.. ways.Where(way => way.Against(Metrics.CpuPerByte) is not null)];
        return known.Length == 0 ? null
            : $"CPU time per byte in {ShortestOf(known)}, and in the contiguous file: {string.Join("; ", known.Select(Processor))}";
    }

    private static string Processor(Way way)
    {
        Difference difference = way.Against(Metrics.CpuPerByte)!;
        string start = $"{way.Operation} {way.Mode} {Number(way.Shortest[Metrics.CpuPerByte]!.Median)} ns and {Number(way.Contiguous![Metrics.CpuPerByte]!.Median)} ns";
        return difference.Kind switch
        {
            DifferenceKind.More => $"{start}, {AmountText.Times(difference.Ratio)} times as much",
            DifferenceKind.Less => $"{start}, less",
            DifferenceKind.Equal => $"{start}, {Invariant($"within {Difference.EqualPct}")} %",
            _ => $"{start}, inconclusive after {AmountText.Count(difference.Runs, "run")}",
        };
    }

    private static string ShortestOf(Way[] ways)
    {
        string[] lengths = [.. ways.Select(way => LengthOf(way.Shortest)).Distinct()];
        return lengths is [var one] ? $"runs of {one}" : $"the shortest runs ({AmountText.AnyOf(lengths)})";
    }

    private static string? Incomplete(IReadOnlyList<CellRecord> cells, Way[] ways)
    {
        string[] obstacles =
        [
            .. cells.Select(cell => (Cell: cell, Obstacle: ObstacleOf(cell))).Where(one => one.Obstacle is not null)
                .GroupBy(one => one.Obstacle!, one => one.Cell.Name, StringComparer.Ordinal)
                .Select(group => $"{Some([.. group])} {group.Key}"),
        ];
        string[] blocked = [.. ways.Where(way => way.Contiguous is null && way.Torn.Count > 0).Select(way => way.Name)];
        return obstacles.Length == 0 ? null
            : $"Not judged: {string.Join("; ", obstacles)}"
                + (blocked.Length == 0 ? string.Empty : $". Without the contiguous file there is no comparison for {AmountText.List(blocked)}");
    }

    private static string Some(string[] names)
    {
        const int Most = 3;
        return names.Length <= Most ? AmountText.List(names) : $"{string.Join(", ", names.Take(Most))} and {AmountText.Count(names.Length - Most)} more";
    }

    // Worded so that it fits one cell and several.
    private static string? ObstacleOf(CellRecord cell) => cell switch
    {
        { State: CellState.Pending } => "without a run",
        { State: CellState.Skipped } => $"skipped{Because(cell)}",
        { State: CellState.Failed } => $"failed{Because(cell)}",
        _ when VerdictOf(cell) != Verdict.Device => $"with the verdict {VerdictOf(cell).ToWord()}, not {Verdict.Device.ToWord()}",
        _ when cell[Metrics.Throughput] is not { Median: > 0 } => "without a rate",
        _ => null,
    };

    // The remedy is given with the cell itself.
    private static string Because(CellRecord cell) => string.IsNullOrEmpty(cell.Reason) ? string.Empty : $" ({cell.Reason.Split("; ")[0]})";

    private static Verdict VerdictOf(CellRecord cell) => cell.Verdicts.Read ?? cell.Verdicts.Write ?? Verdict.Unknown;

    private static RateShare ShareOf(CellRecord cell, CellRecord whole) => RateShare.Of(cell[Metrics.Throughput]!, whole[Metrics.Throughput]!);

    private static string LengthOf(CellRecord cell) => AmountText.Size(BytesOf(cell));

    private static long BytesOf(CellRecord cell) => long.Parse(cell.Labels[RunLengthLabels.RunLength], NumberStyles.None, CultureInfo.InvariantCulture);

    private static string Number(double value) => DisplayNumber.Of(value, halfWidth: 0);

    /// <summary>The cells of one operation and mode.</summary>
    private sealed class Way
    {
        private readonly CellRecord[] _cells;

        internal Way(CellRecord[] cells)
        {
            _cells = cells;
            CellRecord[] judged = [.. cells.Where(cell => ObstacleOf(cell) is null)];
            Contiguous = judged.FirstOrDefault(RunLengthLabels.IsContiguous);
            Torn = [.. judged.Where(cell => !RunLengthLabels.IsContiguous(cell)).OrderByDescending(BytesOf)];
        }

        internal string Name => RunLengthLabels.WayOf(_cells[0]);

        internal string Operation => _cells[0].Labels[RunLengthLabels.Operation];

        internal string Mode => _cells[0].Labels[RunLengthLabels.Mode];

        /// <summary>The cell of the contiguous file, or null if it cannot be judged.</summary>
        internal CellRecord? Contiguous { get; }

        /// <summary>The fragmented files' cells that can be judged, in descending run length.</summary>
        internal IReadOnlyList<CellRecord> Torn { get; }

        /// <summary>The cell with the shortest runs; there must be at least one.</summary>
        internal CellRecord Shortest => Torn[^1];

        /// <summary>Number of runs of the cell that has fewest.</summary>
        internal int FewestRuns => Torn.Append(Contiguous!).Min(cell => cell[Metrics.Throughput]!.Runs);

        /// <summary>
        /// Compares a metric of the shortest runs with the contiguous file, or returns null if one of them does not
        /// have it.
        /// </summary>
        internal Difference? Against(Metric metric) =>
            Shortest[metric] is { Median: > 0 } torn && Contiguous![metric] is { Median: > 0 } whole ? Difference.Of(torn, whole) : null;
    }
}
