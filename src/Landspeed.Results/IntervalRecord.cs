namespace Landspeed.Results;

/// <summary>One value over the runs of a cell, in the unit that the field holding it names.</summary>
public sealed record IntervalRecord
{
    /// <summary>Number of runs, 1 or more.</summary>
    public required int Runs { get; init; }

    /// <summary>The middle value.</summary>
    public required double Median { get; init; }

    /// <summary>Lower end of the interval that contains the true median, from order statistics.</summary>
    public required double Low { get; init; }

    /// <summary>Upper end of the interval.</summary>
    public required double High { get; init; }

    /// <summary>
    /// Confidence of the interval: at least 95 with 6 runs or more; with fewer it spans all runs and has the resulting
    /// confidence (5 runs: 93.75); null for a single run.
    /// </summary>
    public double? ConfidencePct { get; init; }

    /// <summary>Smallest.</summary>
    public required double Min { get; init; }

    /// <summary>Largest.</summary>
    public required double Max { get; init; }

    /// <summary>(Largest - smallest) / median × 100.</summary>
    public required double SpreadPct { get; init; }

    /// <summary>
    /// Zero-based positions, in the cell's runs, of outliers: modified z-score on the median absolute deviation above
    /// 3.5. They count in all values above. Empty for fewer than 5 runs.
    /// </summary>
    public required IReadOnlyList<int> OutlierRuns { get; init; }

    /// <summary>
    /// Returns the range that contains the true median with about 95 % confidence: the interval; for fewer than five
    /// runs, whose interval covers less, it is widened by Student's t.
    /// </summary>
    /// <returns>For a single run, which shows nothing, everything from 0 on.</returns>
    public (double Low, double High) SureRange()
    {
        // Half of the width, in half ranges of 2, 3 and 4 values.
        ReadOnlySpan<double> halves = [double.NaN, double.PositiveInfinity, 12.7, 2.93, 1.54];
        if (Runs >= halves.Length)
        {
            return (Low, High);
        }

        double half = Runs == 1 ? double.PositiveInfinity : halves[Runs] * (Max - Min) / 2;
        return (Math.Max(0, Median - half), Median + half);
    }

    /// <summary>
    /// Returns how far the true median may be from the median of the runs, or 0 for a single run, which does not show
    /// it.
    /// </summary>
    public double HalfWidth() => Runs > 1 ? Math.Max(High - Median, Median - Low) : 0;
}
