namespace Landspeed.Results.Histories;

/// <summary>One metric of one cell over several results, in the order in which they were started.</summary>
public sealed record HistoryRecord
{
    /// <summary>
    /// Comparable results have the same number, from 0: the same kind of result with the same options, in one place, on
    /// one machine.
    /// </summary>
    public required int Group { get; init; }

    /// <summary>Name of the cell.</summary>
    public required string Cell { get; init; }

    /// <summary>Name of a metric of the catalogue.</summary>
    public required string Metric { get; init; }

    /// <summary>Its values, earliest first.</summary>
    public required IReadOnlyList<HistoryPoint> Points { get; init; }

    /// <summary>Where its level changed; empty if it did not, or if there are too few results.</summary>
    public IReadOnlyList<HistoryChange> Changes { get => field ?? []; init; }
}

/// <summary>One value of a history.</summary>
/// <param name="Part">Zero-based index of its result in the parts of the document.</param>
/// <param name="Median">The metric over the runs of the cell.</param>
/// <param name="Low">Lower end of its interval.</param>
/// <param name="High">Upper end of its interval.</param>
public sealed record HistoryPoint(int Part, double Median, double Low, double High);

/// <summary>A change of level.</summary>
/// <param name="Point">Zero-based index of the first point of the new level.</param>
/// <param name="Before">Median of the points of the previous level.</param>
/// <param name="After">Median of the points of the new level.</param>
/// <param name="Ratio">The new level divided by the previous one, from all pairs of points.</param>
/// <param name="Low">Lower end of the interval that contains the ratio with 95 % confidence.</param>
/// <param name="High">Upper end of the interval.</param>
public sealed record HistoryChange(int Point, double Before, double After, double Ratio, double Low, double High);
