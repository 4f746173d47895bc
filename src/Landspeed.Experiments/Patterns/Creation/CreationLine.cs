using System.Globalization;
using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using Landspeed.Results.Creation;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>
/// The cells of one state and preallocation whose bytes went to the device, by request size; a pure function of the
/// cells.
/// </summary>
internal sealed class CreationLine
{
    // 64 KiB: where finding 4 of 2004 starts.
    private const long LargeFrom = 64 << 10;

    // Share of the best rate: a rate of at least 90 % of it is near it.
    private const double NearShare = 0.9;

    private readonly SortedList<long, CellRecord> _cells;

    private CreationLine(string state, string preallocation, IEnumerable<CellRecord> cells) =>
        (State, Preallocation, _cells) = (state, preallocation, new(cells.DistinctBy(SizeOf).ToDictionary(SizeOf)));

    /// <summary>State of the volume.</summary>
    internal string State { get; }

    /// <summary>What is done before the first write.</summary>
    internal string Preallocation { get; }

    /// <summary>Its cells, by size.</summary>
    internal IEnumerable<CellRecord> Cells => _cells.Values;

    /// <summary>The cell with the highest median.</summary>
    internal CellRecord Best => _cells.Values.MaxBy(cell => cell[Metrics.Throughput]!.Median)!;

    /// <summary>Whether it has more than one size, so that a starting size can be determined.</summary>
    internal bool HasSizes => _cells.Count > 1;

    /// <summary>
    /// The smallest request from which on every size is within 10 % of the best, or not distinguishable from that.
    /// </summary>
    internal long NearFrom
    {
        get
        {
            double near = NearShare * Best[Metrics.Throughput]!.Median;
            return _cells.Reverse().TakeWhile(one => one.Value[Metrics.Throughput]!.High >= near).Select(one => one.Key).DefaultIfEmpty(_cells.Keys[^1]).Last();
        }
    }

    /// <summary>The largest request.</summary>
    internal long Largest => _cells.Keys[^1];

    /// <summary>Returns the lines that have a comparable cell, in the order of the document.</summary>
    internal static IReadOnlyList<CreationLine> Of(IEnumerable<CellRecord> cells)
    {
        ILookup<(string, string), CellRecord> lines = cells.Where(IsJudged)
            .ToLookup(cell => (cell.Labels[CreationLabels.StateAxis], cell.Labels[CreationLabels.PreallocationAxis]));
        return
        [
            .. from state in CreationLabels.States
               from preallocation in CreationLabels.Preallocations
               where lines.Contains((state, preallocation))
               select new CreationLine(state, preallocation, lines[(state, preallocation)]),
        ];
    }

    /// <summary>Tells whether a cell is comparable: its bytes went to the device.</summary>
    internal static bool IsJudged(CellRecord cell) =>
        cell is { State: CellState.Done, Verdicts.Write: Verdict.Device } && cell[Metrics.Throughput] is { Median: > 0 };

    /// <summary>Returns the bytes per write of a cell.</summary>
    internal static long SizeOf(CellRecord cell) => long.Parse(cell.Labels[CreationLabels.RequestSizeAxis], CultureInfo.InvariantCulture);

    /// <summary>
    /// Returns the large requests that both lines have: 64 KiB and more, or the largest if there are none; empty if
    /// they share no size.
    /// </summary>
    internal IReadOnlyList<long> LargeSizesWith(CreationLine other)
    {
        long[] shared = [.. _cells.Keys.Intersect(other._cells.Keys)];
        long[] large = [.. shared.Where(size => size >= LargeFrom)];
        return large.Length > 0 ? large : [.. shared.TakeLast(1)];
    }

    /// <summary>
    /// Returns the rate over some sizes: for each round their median, so that one disturbed run does not decide; null
    /// if no round has all sizes.
    /// </summary>
    internal IntervalRecord? RateOver(IReadOnlyList<long> sizes)
    {
        IEnumerable<double> rounds = sizes
            .SelectMany(size => _cells[size].Runs)
            .Where(run => run.Failure is null && run[Metrics.Throughput] is > 0)
            .GroupBy(run => run.Round).OrderBy(round => round.Key)
            .Where(round => round.Count() == sizes.Count)
            .Select(round => Median.Of([.. round.Select(run => run[Metrics.Throughput]!.Value)]));
        return RunValues.Interval([.. rounds.Select(rate => (double?)rate)]);
    }

    /// <summary>Returns the median of a metric over some sizes, or null if none of them has it.</summary>
    internal double? MedianOver(IReadOnlyList<long> sizes, Func<CellRecord, double?> metric)
    {
        double[] values = [.. sizes.Select(size => metric(_cells[size])).OfType<double>()];
        return values.Length == 0 ? null : Median.Of(values);
    }
}
