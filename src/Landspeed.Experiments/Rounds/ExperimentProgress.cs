using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>Where an experiment stands.</summary>
public sealed record ExperimentProgress
{
    /// <summary>The cell whose run is going on or, when <see cref="CellEnded"/>, has just ended; null: still preparing.</summary>
    public CellRecord? Cell { get; init; }

    /// <summary>Zero-based round of that run.</summary>
    public int Round { get; init; }

    /// <summary>Whether that run has just ended, so that <see cref="Cells"/> has changed.</summary>
    public bool CellEnded { get; init; }

    /// <summary>Runs made, those of a resumed experiment included.</summary>
    public required int DoneRuns { get; init; }

    /// <summary>Runs of the whole experiment.</summary>
    public required int TotalRuns { get; init; }

    /// <summary>How far the preparation or the run is; null: it does not report it.</summary>
    public WorkProgress? Work { get; init; }

    /// <summary>Since the start of this call.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>Time left, from the runs made so far; null before any is made.</summary>
    public TimeSpan? Remaining { get; init; }

    /// <summary>All cells as they are now.</summary>
    public required IReadOnlyList<CellRecord> Cells { get; init; }
}
