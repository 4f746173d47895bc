using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Trials;

/// <summary>Where an experiment stands.</summary>
/// <param name="Cell">The cell whose run is going on or, when <paramref name="CellEnded"/>, has just ended; null: still preparing.</param>
/// <param name="CellEnded">Whether that run has just ended.</param>
/// <param name="DoneRuns">Runs made, those of a resumed experiment included.</param>
/// <param name="TotalRuns">Runs of the whole experiment.</param>
/// <param name="Work">Bytes done and in all, of the preparation or of this run; null: it does not tell.</param>
/// <param name="Elapsed">Since the start of this call; of a run that tells its work, since its start.</param>
/// <param name="Remaining">Time left, from the runs made so far; null before any is made.</param>
public readonly record struct ExperimentProgress(
    ExperimentCellRecord? Cell,
    bool CellEnded,
    int DoneRuns,
    int TotalRuns,
    (long Done, long Total)? Work,
    TimeSpan Elapsed,
    TimeSpan? Remaining);
