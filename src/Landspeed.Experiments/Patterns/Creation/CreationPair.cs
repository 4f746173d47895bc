using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>Two lines compared by the rates of their large requests; a pure function of their cells.</summary>
internal sealed class CreationPair
{
    private readonly CreationLine _one;
    private readonly CreationLine _other;
    private readonly IReadOnlyList<long> _sizes;

    private CreationPair((CreationLine Line, IntervalRecord Rate) one, (CreationLine Line, IntervalRecord Rate) other, IReadOnlyList<long> sizes) =>
        (_one, One, _other, Other, _sizes) = (one.Line, one.Rate, other.Line, other.Rate, sizes);

    /// <summary>The rate of the one.</summary>
    internal IntervalRecord One { get; }

    /// <summary>The rate of the other.</summary>
    internal IntervalRecord Other { get; }

    /// <summary>What can be said of the other against the one.</summary>
    internal Difference Difference => Difference.Of(Other, One);

    /// <summary>How much more the other has: <c>18 %</c>.</summary>
    internal string Gain => AmountText.Percent(100 * (Difference.Ratio - 1));

    /// <summary>How much less it has.</summary>
    internal string Loss => AmountText.Percent(100 * (1 - Difference.Ratio));

    /// <summary>Which sizes were compared: a sentence without full stop.</summary>
    internal string Which => _sizes.Count == 1
        ? $"Compared are requests of {AmountText.Size(_sizes[0])}"
        : $"Compared is the median over requests of {AmountText.Size(_sizes[0])} to {AmountText.Size(_sizes[^1])} in each round";

    /// <summary>In how many runs the files lie, for the middle of a sentence; empty: not known.</summary>
    internal string Runs => Both(cell => cell[Metrics.FileFragments]?.Median) is not var (one, other) ? string.Empty
        : (long)one == (long)other ? $"; a file lies in {AmountText.Count((long)one, "run")} either way"
        : $"; a file lies in {AmountText.Count((long)other, "run")} instead of {AmountText.Count((long)one)}";

    /// <summary>Compares.</summary>
    /// <param name="one">What is compared with.</param>
    /// <param name="other">What is compared; null: it has no cell.</param>
    /// <returns>Null where they share no size and no round.</returns>
    internal static CreationPair? Of(CreationLine one, CreationLine? other) =>
        other is not null && one.LargeSizesWith(other) is { Count: > 0 } sizes && one.RateOver(sizes) is { } first && other.RateOver(sizes) is { } second
            ? new CreationPair((one, first), (other, second), sizes)
            : null;

    /// <summary>The medians of something that both have, over the sizes that are compared; null: one of them has it not.</summary>
    internal (double One, double Other)? Both(Func<CellRecord, double?> metric) =>
        _one.MedianOver(_sizes, metric) is { } one && _other.MedianOver(_sizes, metric) is { } other ? (one, other) : null;
}
