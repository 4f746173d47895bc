namespace Landspeed.Results.Comparing;

/// <summary>One metric of one cell, of the baseline and of another result.</summary>
public sealed record ComparisonRecord
{
    /// <summary>Zero-based index of the other result among those compared.</summary>
    public required int Other { get; init; }

    /// <summary>Name of the cell in the baseline.</summary>
    public required string Cell { get; init; }

    /// <summary>Name of a metric of the catalogue.</summary>
    public required string Metric { get; init; }

    /// <summary>The outcome for the other, compared with the baseline.</summary>
    public required ComparisonWord Word { get; init; }

    /// <summary>
    /// The other divided by the baseline, the median of the ratios of all pairs of runs, or null if the baseline is 0.
    /// </summary>
    public required double? Ratio { get; init; }

    /// <summary>Lower end of the interval that contains the true ratio.</summary>
    public required double? RatioLow { get; init; }

    /// <summary>Upper end of the interval.</summary>
    public required double? RatioHigh { get; init; }

    /// <summary>Confidence of the interval: at least 95 if each has four runs or more; 0 for single runs.</summary>
    public required double ConfidencePct { get; init; }

    /// <summary>How often runs of the same thing differ this much, 0 to 1.</summary>
    public required double PValue { get; init; }

    /// <summary>
    /// Whether the difference is no larger than what other guests change about the speed of a virtual machine from one
    /// result to the next: however many runs there are, only interleaved runs would decide.
    /// </summary>
    public bool OnlyInTurn { get; init; }

    /// <summary>
    /// Approximate number of further runs of each that would decide, or null if it is decided, or if no number of runs
    /// would decide it.
    /// </summary>
    public int? MoreRuns { get; init; }

    /// <summary>The baseline's values.</summary>
    public required ComparedValuesRecord Baseline { get; init; }

    /// <summary>The other's.</summary>
    public required ComparedValuesRecord Value { get; init; }
}

/// <summary>The values of some runs.</summary>
/// <param name="Runs">Number of runs.</param>
/// <param name="Median">The middle value.</param>
/// <param name="Low">Lower end of the interval that contains the true median.</param>
/// <param name="High">Upper end of the interval.</param>
/// <param name="Modes">Number of values around which they cluster; more than 1 can be detected from 20 runs on.</param>
public sealed record ComparedValuesRecord(int Runs, double Median, double Low, double High, int Modes)
{
    /// <summary>
    /// Returns how far the true median may be from that of the runs, or 0 for a single run, which does not show it.
    /// </summary>
    public double HalfWidth() => Runs > 1 ? Math.Max(High - Median, Median - Low) : 0;
}

/// <summary>The outcome of comparing a metric with the baseline.</summary>
public enum ComparisonWord
{
    /// <summary>Inconclusive: the runs spread too far, or there are too few.</summary>
    /// <remarks>
    /// Measure with more runs, for example <c>--repeat 20</c>; the report estimates how many would decide.
    /// </remarks>
    CannotTell,

    /// <summary>Better, beyond the band and chance.</summary>
    /// <remarks>Nothing.</remarks>
    Better,

    /// <summary>Worse, beyond the band and chance.</summary>
    /// <remarks>
    /// Find the cause; if the runs were not interleaved, confirm it first with <c>landspeed compare --run</c>.
    /// </remarks>
    Worse,

    /// <summary>Within the band.</summary>
    /// <remarks>Nothing; a narrower band, such as <c>--band 2%</c>, needs more runs.</remarks>
    Equal,
}
