namespace Landspeed.Experiments.Results.Comparing;

/// <summary>One metric of one cell, of the baseline and of another result.</summary>
public sealed record ComparisonRecord
{
    /// <summary>Zero-based index of the other result among those compared.</summary>
    public required int Other { get; init; }

    /// <summary>Name of the cell in the baseline.</summary>
    public required string Cell { get; init; }

    /// <summary>Name of a metric of the catalogue.</summary>
    public required string Metric { get; init; }

    /// <summary>What can be said: of the other, against the baseline.</summary>
    public required ComparisonWord Word { get; init; }

    /// <summary>How many times the baseline the other is, the median of the ratios of all pairs of runs; null: the baseline is 0.</summary>
    public required double? Ratio { get; init; }

    /// <summary>Lower end of the interval that holds the true ratio.</summary>
    public required double? RatioLow { get; init; }

    /// <summary>Upper end of it.</summary>
    public required double? RatioHigh { get; init; }

    /// <summary>How sure the interval is: at least 95 where each has four runs or more; 0: single runs.</summary>
    public required double ConfidencePct { get; init; }

    /// <summary>How often runs of the same thing lie so far apart, 0 to 1.</summary>
    public required double PValue { get; init; }

    /// <summary>
    /// Whether the two differ by no more than the speed of processors that a virtual machine shares with its neighbours: however many runs there are, only interleaved runs would decide.
    /// </summary>
    public bool OnlyInTurn { get; init; }

    /// <summary>How many further runs of each would decide, about; null: it is decided, or no number of runs would decide it.</summary>
    public int? MoreRuns { get; init; }

    /// <summary>The baseline's values.</summary>
    public required ComparedValuesRecord Baseline { get; init; }

    /// <summary>The other's.</summary>
    public required ComparedValuesRecord Value { get; init; }
}

/// <summary>The values of some runs.</summary>
/// <param name="Runs">How many.</param>
/// <param name="Median">The middle one.</param>
/// <param name="Low">Lower end of the interval that holds the true median.</param>
/// <param name="High">Upper end of it.</param>
/// <param name="Modes">Around how many values they gather; more than 1 is seen from 20 runs on.</param>
public sealed record ComparedValuesRecord(int Runs, double Median, double Low, double High, int Modes)
{
    /// <summary>How far the true median may lie from that of the runs; 0: a single run does not say.</summary>
    public double HalfWidth() => Runs > 1 ? Math.Max(High - Median, Median - Low) : 0;
}

/// <summary>What can be said of a metric against the baseline.</summary>
public enum ComparisonWord
{
    /// <summary>The runs spread too far, or there are too few.</summary>
    CannotTell,

    /// <summary>Better, beyond band and chance.</summary>
    Better,

    /// <summary>Worse, beyond band and chance.</summary>
    Worse,

    /// <summary>Within the band.</summary>
    Equal,
}
