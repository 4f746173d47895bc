using Landspeed.Experiments.Statistics;
using Landspeed.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>
/// Analyses the cells of each curve together: plateau, half-power point, knee, floor of the CPU cost.
/// </summary>
/// <remarks>
/// A point <em>reaches</em> a level within the noise if its median is at least 95 % of it, or if its interval extends
/// that far and its median is at least 80 %: a noisy measurement must not make every point reach everything.
/// </remarks>
public static class CurveAnalysis
{
    /// <summary>Share of a level that counts as reaching it, 0.95.</summary>
    public const double ReachingShare = 0.95;

    /// <summary>
    /// Minimum share of a level for the median of a point that reaches it, however far its interval extends, 0.8.
    /// </summary>
    public const double LeastMedianShare = 0.80;

    /// <summary>Share of the highest median below which a dip ends the plateau, 0.7.</summary>
    public const double LeastOfPeak = 0.70;

    /// <summary>Noise of a curve above which it has no plateau, 50 % in either direction.</summary>
    public const double TooNoisyPct = 50;

    /// <summary>Maximum share by which noise may make two levels differ, 0.1.</summary>
    public const double MostTolerance = 0.10;

    /// <summary>Share above the lowest CPU cost that still counts as the floor, 0.1.</summary>
    public const double FloorTolerance = 0.10;

    /// <summary>Analyses all curves.</summary>
    /// <param name="cells">Cells of a sweep; those without a throughput above zero are ignored.</param>
    /// <returns>A curve for each name that still has a cell, in the order of the cells.</returns>
    /// <remarks>Pure and thread-safe.</remarks>
    public static IReadOnlyList<CurveRecord> Of(IReadOnlyList<CellRecord> cells)
    {
        ArgumentNullException.ThrowIfNull(cells);
        return [.. cells.Select(SweepPoint.Of).Where(IsMeasured).GroupBy(cell => cell.Curve, StringComparer.Ordinal).Select(Analyse)];
    }

    /// <summary>Tells whether a cell is a point of its curve.</summary>
    internal static bool IsMeasured(SweepPoint cell) => cell.Throughput is { Median: > 0 };

    /// <summary>
    /// Returns the possible error of a curve's level through noise, as a share; zero if the noise is unknown.
    /// </summary>
    /// <param name="noisePct">Noise in either direction, or null.</param>
    internal static double Tolerance(double? noisePct) => Math.Min((noisePct ?? 0) / 100, MostTolerance);

    /// <summary>Tells whether a point reaches a level within its noise.</summary>
    internal static bool Reaches(IntervalRecord rate, double level) =>
        rate.Median >= level * ReachingShare
        || (rate.High >= level * ReachingShare && rate.Median >= level * LeastMedianShare);

    private static CurveRecord Analyse(IGrouping<string, SweepPoint> cells)
    {
        SweepPoint[] points = [.. cells.OrderBy(cell => cell.RequestSizeBytes)];
        IntervalRecord[] rates = [.. points.Select(point => point.Throughput!)];
        double? noisePct = NoisePct(rates);
        CurvePlateau plateau = CurvePlateau.Find(points, noisePct);
        SweepPoint best = points[plateau.Peak];
        SweepPoint? floor = Floor(points);
        return new CurveRecord
        {
            Name = cells.Key,
            Api = best.Api,
            Mode = best.Mode,
            Operation = best.Operation,
            QueueDepth = best.QueueDepth,
            Points = points.Length,
            NoisePct = noisePct,
            PlateauBytesPerS = plateau.Level,
            HalfPowerRequestSizeBytes = plateau.Level is { } level
                ? points[Array.FindIndex(rates, rate => rate.Median >= level / 2)].RequestSizeBytes
                : null,
            KneeRequestSizeBytes = plateau.Knee is { } knee ? points[knee].RequestSizeBytes : null,
            NotReached = plateau.NotReached,
            BestRequestSizeBytes = best.RequestSizeBytes,
            BestBytesPerS = rates[plateau.Peak].Median,
            CpuFloorNsPerByte = points.Min(PositiveCost),
            CpuFloorCyclesPerByte = points.Where(point => PositiveCost(point) is not null).Min(point => point.CyclesPerByte?.Median),
            CpuFloorRequestSizeBytes = floor?.RequestSizeBytes,
        };
    }

    // The noise of single runs is unknown; a point among others that has only one run does not count as quiet.
    private static double? NoisePct(IntervalRecord[] rates)
    {
        double[] halves =
        [
            .. rates.Where(rate => rate.Runs > 1).Select(rate => (rate.High - rate.Low) / 2 / rate.Median * 100),
        ];
        return halves.Length == 0 ? null : Median.Of(halves);
    }

    private static SweepPoint? Floor(SweepPoint[] points)
    {
        double? lowest = points.Min(PositiveCost);
        return Array.Find(points, point => PositiveCost(point) <= lowest * (1 + FloorTolerance));
    }

    // A cost of zero is one below the clock's resolution.
    private static double? PositiveCost(SweepPoint point) =>
        point.CpuPerByte is { Median: > 0 and var cost } ? cost : null;
}
