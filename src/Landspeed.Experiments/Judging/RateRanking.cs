using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Judging;

/// <summary>Ranks cells by their rate, and tells how far the runs support that order; a pure function.</summary>
internal sealed class RateRanking
{
    /// <summary>
    /// Minimum confidence of an interval: fewer than five runs do not distinguish a difference from noise.
    /// </summary>
    internal const double SureFromPct = 90;

    private readonly CellRecord[] _cells;

    /// <summary>Ranks the cells.</summary>
    /// <param name="cells">Cells with the same verdict; those without a rate are left out.</param>
    internal RateRanking(IEnumerable<CellRecord> cells) => _cells =
        [.. cells.Where(cell => cell[Metrics.Throughput] is { Median: > 0 }).OrderByDescending(RateOf)];

    /// <summary>Cells with a rate.</summary>
    internal int Count => _cells.Length;

    /// <summary>The fastest; there must be at least one cell.</summary>
    internal CellRecord Best => _cells[0];

    internal CellRecord Worst => _cells[^1];

    /// <summary>The middle one; of an even number the slower of the middle two.</summary>
    internal CellRecord Middle => _cells[Count / 2];

    /// <summary>Median of the rates, bytes/s.</summary>
    internal double MedianRate => Median.Of([.. _cells.Select(RateOf)]);

    /// <summary>The median rate in words.</summary>
    internal string MedianWords => Count % 2 == 1 ? WordsOf(Middle) : AmountText.Rate(MedianRate);

    /// <summary>The fastest divided by the slowest.</summary>
    internal double Factor => RateOf(Best) / RateOf(Worst);

    /// <summary>The same by the ends of their intervals: the largest possible factor.</summary>
    internal double LargestFactor => _cells.Max(cell => cell[Metrics.Throughput]!.High) / _cells.Min(cell => cell[Metrics.Throughput]!.Low);

    /// <summary>Whether every cell has enough runs to distinguish a difference from noise.</summary>
    internal bool HasEnoughRuns => _cells.All(cell => cell[Metrics.Throughput]!.ConfidencePct >= SureFromPct);

    /// <summary>Whether the fastest leads beyond the noise, and by enough to influence a choice.</summary>
    internal bool IsLeadSure => Behind.Count == Count - 1;

    /// <summary>Whether so little is known about the fast ones that they may differ by a factor.</summary>
    internal bool IsNoisy => _cells.Except(Behind).Any(cell =>
        cell[Metrics.Throughput] is { } rate && (rate.High - rate.Low) / rate.Median * 100 > Thresholds.NoisySpreadPct);

    /// <summary>The noise beyond which none is fastest, if no lead is certain: the end of a sentence.</summary>
    internal string Beyond => IsNoisy
        ? Invariant($"the noise, which is more than {Thresholds.NoisySpreadPct} %")
        : Invariant($"the noise and {Difference.EqualPct} %");

    /// <summary>Cells that are slower than the fastest beyond the noise, the slowest last.</summary>
    internal IReadOnlyList<CellRecord> Behind => [.. _cells.Skip(1).Where(cell => IsFaster(Best, cell))];

    /// <summary>Why the order is uncertain if there are too few runs.</summary>
    internal string TooFewRuns => $"{Runs} not distinguish this from noise";

    /// <summary>The same if only a part of the order is uncertain, for the end of a sentence that names it.</summary>
    internal string FewRunsDoNot => $"{Runs} not distinguish them from noise";

    private string Runs
    {
        get
        {
            (int fewest, int most) = (_cells.Min(RunsOf), _cells.Max(RunsOf));
            return fewest == most
                ? $"{AmountText.Count(most, "run")} per cell {(most == 1 ? "does" : "do")}"
                : Invariant($"{fewest} to {most} runs per cell do");
        }
    }

    /// <summary>
    /// Lists the cells that are slower beyond the noise, for the end of a sentence; empty if there are none.
    /// </summary>
    /// <param name="name">Names a cell.</param>
    internal string SlowerWords(Func<CellRecord, string> name) => Behind.Count == 0 ? string.Empty
        : $"; {AmountText.List([.. Behind.Select(name)])} {(Behind.Count == 1 ? "is" : "are")} slower beyond the noise";

    /// <summary>
    /// Tells whether a cell is faster than another beyond the noise: its interval is above the other and outside what
    /// counts as equal, or it is so many times as fast that no minimum number of runs is needed.
    /// </summary>
    internal static bool IsFaster(CellRecord one, CellRecord other)
    {
        (IntervalRecord fast, IntervalRecord slow) = (one[Metrics.Throughput]!, other[Metrics.Throughput]!);
        bool isSure = fast.ConfidencePct >= SureFromPct && slow.ConfidencePct >= SureFromPct;
        return (isSure && Difference.Of(fast, slow).Kind == DifferenceKind.More) || Difference.IsManyTimes(fast, slow);
    }

    /// <summary>Returns the median rate of a cell that has one, bytes/s.</summary>
    internal static double RateOf(CellRecord cell) => cell[Metrics.Throughput]!.Median;

    /// <summary>Returns the rate in words, with as many digits as the runs allow.</summary>
    internal static string WordsOf(CellRecord cell) => AmountText.Rate(cell[Metrics.Throughput]!);

    /// <summary>States how many cells came from or went to the device, if that is not enough to rank them.</summary>
    /// <param name="measured">All measured cells.</param>
    /// <param name="word">The noun for one of them.</param>
    /// <param name="device">Names of the cells that count.</param>
    internal static string NotRanked(int measured, string word, IReadOnlyList<string> device) => Invariant(
        $"of {measured} {word} measured {(device.Count == 0 ? "none has" : device is [var only] ? $"only {only} has" : $"only {device.Count} have")} the verdict device");

    private static int RunsOf(CellRecord cell) => cell[Metrics.Throughput]!.Runs;
}
