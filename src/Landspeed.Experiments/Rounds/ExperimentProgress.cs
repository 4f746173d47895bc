using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>The progress of an experiment.</summary>
public sealed record ExperimentProgress
{
    /// <summary>
    /// The cell whose run is in progress or, if <see cref="CellEnded"/>, has just ended; null while preparing.
    /// </summary>
    public CellRecord? Cell { get; init; }

    /// <summary>Zero-based round of that run.</summary>
    public int Round { get; init; }

    /// <summary>Whether that run has just ended, so that <see cref="Cells"/> has changed.</summary>
    public bool CellEnded { get; init; }

    /// <summary>Runs made, including those of a resumed experiment.</summary>
    public required int DoneRuns { get; init; }

    /// <summary>Runs of the whole experiment.</summary>
    public required int TotalRuns { get; init; }

    /// <summary>Progress of the preparation or the run, or null if it does not report it.</summary>
    public WorkProgress? Work { get; init; }

    /// <summary>Time since the start of this call.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>Time left, estimated from the runs made so far; null before the first one.</summary>
    public TimeSpan? Remaining { get; init; }

    /// <summary>All cells in their current state.</summary>
    public required IReadOnlyList<CellRecord> Cells { get; init; }
}
