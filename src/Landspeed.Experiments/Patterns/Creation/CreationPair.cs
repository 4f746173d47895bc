using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>Compares two lines by the rates of their large requests; a pure function of their cells.</summary>
internal sealed class CreationPair
{
    private readonly CreationLine _one;
    private readonly CreationLine _other;
    private readonly IReadOnlyList<long> _sizes;

    private CreationPair((CreationLine Line, IntervalRecord Rate) one, (CreationLine Line, IntervalRecord Rate) other, IReadOnlyList<long> sizes) =>
        (_one, One, _other, Other, _sizes) = (one.Line, one.Rate, other.Line, other.Rate, sizes);

    /// <summary>The rate of the first line.</summary>
    internal IntervalRecord One { get; }

    /// <summary>The rate of the second line.</summary>
    internal IntervalRecord Other { get; }

    /// <summary>The outcome for the second compared with the first.</summary>
    internal Difference Difference => Difference.Of(Other, One);

    /// <summary>How much more the second has: <c>18 %</c>.</summary>
    internal string Gain => AmountText.Percent(100 * (Difference.Ratio - 1));

    /// <summary>How much less the second has.</summary>
    internal string Loss => AmountText.Percent(100 * (1 - Difference.Ratio));

    /// <summary>Which sizes were compared: a sentence without a full stop.</summary>
    internal string Which => _sizes.Count == 1
        ? $"Compared: requests of {AmountText.Size(_sizes[0])}"
        : $"Compared: the median over requests of {AmountText.Size(_sizes[0])} to {AmountText.Size(_sizes[^1])} in each round";

    /// <summary>The number of runs of the files, for the middle of a sentence; empty if unknown.</summary>
    internal string Runs => Both(cell => cell[Metrics.FileFragments]?.Median) is not var (one, other) ? string.Empty
        : (long)one == (long)other ? $"; a file is stored in {AmountText.Count((long)one, "run")} either way"
        : $"; a file is stored in {AmountText.Count((long)other, "run")} instead of {AmountText.Count((long)one)}";

    /// <summary>Compares two lines.</summary>
    /// <param name="one">The line to compare with.</param>
    /// <param name="other">The line that is compared, or null if it has no cell.</param>
    /// <returns>The comparison, or null if they share no size and no round.</returns>
    internal static CreationPair? Of(CreationLine one, CreationLine? other) =>
        other is not null && one.LargeSizesWith(other) is { Count: > 0 } sizes && one.RateOver(sizes) is { } first && other.RateOver(sizes) is { } second
            ? new CreationPair((one, first), (other, second), sizes)
            : null;

    /// <summary>
    /// Returns the medians of a value that both have, over the compared sizes, or null if one of them does not have it.
    /// </summary>
    internal (double One, double Other)? Both(Func<CellRecord, double?> metric) =>
        _one.MedianOver(_sizes, metric) is { } one && _other.MedianOver(_sizes, metric) is { } other ? (one, other) : null;
}
