using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;
using static System.FormattableString;

namespace Landspeed.Experiments.Judging;

/// <summary>Cells by their rate, and how much their runs allow to say of that order; a pure function.</summary>
internal sealed class RateRanking
{
    /// <summary>How sure an interval must be: fewer runs than five do not distinguish a difference from noise.</summary>
    internal const double SureFromPct = 90;

    private readonly CellRecord[] _cells;

    /// <summary>Ranks them.</summary>
    /// <param name="cells">Of one verdict; those without a rate are left out.</param>
    internal RateRanking(IEnumerable<CellRecord> cells) => _cells =
        [.. cells.Where(cell => cell[Metrics.Throughput] is { Median: > 0 }).OrderByDescending(RateOf)];

    /// <summary>Cells with a rate.</summary>
    internal int Count => _cells.Length;

    /// <summary>The fastest; there must be one.</summary>
    internal CellRecord Best => _cells[0];

    /// <summary>The slowest.</summary>
    internal CellRecord Worst => _cells[^1];

    /// <summary>The one in the middle, of an even number the slower of the middle two.</summary>
    internal CellRecord Middle => _cells[Count / 2];

    /// <summary>The median of the rates, bytes/s.</summary>
    internal double MedianRate => Median.Of([.. _cells.Select(RateOf)]);

    /// <summary>The same in words.</summary>
    internal string MedianWords => Count % 2 == 1 ? WordsOf(Middle) : AmountText.Rate(MedianRate);

    /// <summary>How many times as fast as the slowest the fastest is.</summary>
    internal double Factor => RateOf(Best) / RateOf(Worst);

    /// <summary>The same by the ends of their intervals: so far apart they may be.</summary>
    internal double LargestFactor => _cells.Max(cell => cell[Metrics.Throughput]!.High) / _cells.Min(cell => cell[Metrics.Throughput]!.Low);

    /// <summary>Whether every cell has runs enough to distinguish a difference from noise.</summary>
    internal bool HasEnoughRuns => _cells.All(cell => cell[Metrics.Throughput]!.ConfidencePct >= SureFromPct);

    /// <summary>Whether the fastest is so beyond the noise, and by more than nobody chooses by.</summary>
    internal bool IsLeadSure => Behind.Count == Count - 1;

    /// <summary>Whether so little is known of the fast ones that a factor may lie between them.</summary>
    internal bool IsNoisy => _cells.Except(Behind).Any(cell =>
        cell[Metrics.Throughput] is { } rate && (rate.High - rate.Low) / rate.Median * 100 > Thresholds.NoisySpreadPct);

    /// <summary>Beyond what none is fastest, where no lead is sure: the end of a sentence.</summary>
    internal string Beyond => IsNoisy
        ? Invariant($"the noise, which is more than {Thresholds.NoisySpreadPct} %")
        : Invariant($"the noise and {Difference.EqualPct} %");

    /// <summary>Those that are slower than the fastest beyond the noise, the slowest last.</summary>
    internal IReadOnlyList<CellRecord> Behind => [.. _cells.Skip(1).Where(cell => IsFaster(Best, cell))];

    /// <summary>Why the order is not sure, where there are too few runs.</summary>
    internal string TooFewRuns => $"{Runs} not distinguish this from noise";

    /// <summary>The same where only a part of the order is not sure, for the end of a sentence that names it.</summary>
    internal string FewRunsDoNot => $"{Runs} not distinguish from noise";

    private string Runs
    {
        get
        {
            (int fewest, int most) = (_cells.Min(RunsOf), _cells.Max(RunsOf));
            return fewest == most
                ? $"{AmountText.Count(most, "run")} a cell {(most == 1 ? "does" : "do")}"
                : Invariant($"{fewest} to {most} runs a cell do");
        }
    }

    /// <summary>Who is slower beyond the noise, for the end of a sentence; empty: none of them.</summary>
    /// <param name="name">Of a cell.</param>
    internal string SlowerWords(Func<CellRecord, string> name) => Behind.Count == 0 ? string.Empty
        : $"; {AmountText.List([.. Behind.Select(name)])} {(Behind.Count == 1 ? "is" : "are")} slower beyond the noise";

    /// <summary>Whether a cell is faster than another beyond the noise: its interval lies above and not within what counts as equal, or it
    /// is so many times as fast that no number of runs is needed to say so.</summary>
    internal static bool IsFaster(CellRecord one, CellRecord other)
    {
        (IntervalRecord fast, IntervalRecord slow) = (one[Metrics.Throughput]!, other[Metrics.Throughput]!);
        bool isSure = fast.ConfidencePct >= SureFromPct && slow.ConfidencePct >= SureFromPct;
        return (isSure && Difference.Of(fast, slow).Kind == DifferenceKind.More) || Difference.IsManyTimes(fast, slow);
    }

    /// <summary>Median rate of a cell that has one, bytes/s.</summary>
    internal static double RateOf(CellRecord cell) => cell[Metrics.Throughput]!.Median;

    /// <summary>The same in words, with as many digits as the runs allow.</summary>
    internal static string WordsOf(CellRecord cell) => AmountText.Rate(cell[Metrics.Throughput]!);

    /// <summary>How many of some cells came from or went to the device, where that is not enough to rank them.</summary>
    /// <param name="measured">All that were measured.</param>
    /// <param name="word">What one is called.</param>
    /// <param name="device">Names of those that count.</param>
    internal static string NotRanked(int measured, string word, IReadOnlyList<string> device) => Invariant(
        $"of {measured} {word} measured {(device.Count == 0 ? "none has" : device is [var only] ? $"only {only} has" : $"only {device.Count} have")} the verdict device");

    private static int RunsOf(CellRecord cell) => cell[Metrics.Throughput]!.Runs;
}
