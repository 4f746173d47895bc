using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Where a sweep stands.</summary>
/// <param name="Preparation">The file being made, or null once runs are being made.</param>
/// <param name="Cell">Name of the cell whose run is going on or, when <paramref name="CellEnded"/>, has just ended; null before.</param>
/// <param name="CellEnded">Whether that run has just ended, so that <paramref name="Cells"/> has changed.</param>
/// <param name="DoneRuns">Runs made, those of a resumed sweep included.</param>
/// <param name="TotalRuns">Runs of the whole sweep.</param>
/// <param name="Elapsed">Since the start of this call.</param>
/// <param name="Remaining">Time left, from the runs made so far; null before any is made.</param>
/// <param name="Cells">All cells as they are now.</param>
public readonly record struct SweepProgress(
    MeasurementProgress? Preparation,
    string? Cell,
    bool CellEnded,
    int DoneRuns,
    int TotalRuns,
    TimeSpan Elapsed,
    TimeSpan? Remaining,
    IReadOnlyList<SweepCellRecord> Cells);
