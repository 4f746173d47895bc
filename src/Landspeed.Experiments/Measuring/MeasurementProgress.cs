namespace Landspeed.Experiments.Measuring;

/// <summary>Where a measurement stands; reported about four times a second.</summary>
/// <param name="Phase">What it is doing.</param>
/// <param name="RunIndex">Zero-based run.</param>
/// <param name="DoneBytes">Bytes moved in this phase.</param>
/// <param name="TotalBytes">Bytes that the phase will move; null when time bounds it.</param>
/// <param name="Elapsed">Time in this phase.</param>
/// <param name="Total">Time that the phase takes; null when bytes bound it.</param>
public readonly record struct MeasurementProgress(
    MeasurementPhase Phase, int RunIndex, long DoneBytes, long? TotalBytes, TimeSpan Elapsed, TimeSpan? Total);
