using Landspeed.Experiments.Results;
using Landspeed.Experiments.Statistics;
using Landspeed.Quantities;
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

    /// <summary>How many times as fast as the slowest the fastest is.</summary>
    internal double Factor => RateOf(Best) / RateOf(Worst);

    /// <summary>Whether every cell has runs enough to distinguish a difference from noise.</summary>
    internal bool HasEnoughRuns => _cells.All(cell => cell[Metrics.Throughput]!.ConfidencePct >= SureFromPct);

    /// <summary>Whether the fastest is so beyond the noise.</summary>
    internal bool IsLeadSure => HasEnoughRuns
        && _cells.Skip(1).All(cell => cell[Metrics.Throughput]!.High < Best[Metrics.Throughput]!.Low);

    /// <summary>Why the order is not sure, where there are too few runs.</summary>
    internal string TooFewRuns => FewRuns(_cells.Min(cell => cell[Metrics.Throughput]!.Runs), "this");

    /// <summary>Says that runs are too few.</summary>
    /// <param name="runs">How many a cell has, at least.</param>
    /// <param name="what">What they would have to distinguish from noise.</param>
    internal static string FewRuns(int runs, string what) =>
        Invariant($"{runs} {(runs == 1 ? "run a cell does" : "runs a cell do")} not distinguish {what} from noise");

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
}
