namespace Landspeed.Experiments.Results;

/// <summary>One value over several runs, in the unit that the field holding it names.</summary>
public sealed record SpreadRecord
{
    /// <summary>The middle value.</summary>
    public required double Median { get; init; }

    /// <summary>Smallest.</summary>
    public required double Min { get; init; }

    /// <summary>Largest.</summary>
    public required double Max { get; init; }

    /// <summary>(Largest - smallest) / median × 100.</summary>
    public required double SpreadPct { get; init; }

    /// <summary>
    /// Zero-based runs that stand apart: modified z-score on the median absolute deviation above 3.5. They count in
    /// everything above. Empty for fewer than 5 runs.
    /// </summary>
    public required IReadOnlyList<int> OutlierRuns { get; init; }
}
