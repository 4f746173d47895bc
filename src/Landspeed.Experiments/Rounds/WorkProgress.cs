namespace Landspeed.Experiments.Rounds;

/// <summary>How far the work at hand is.</summary>
/// <param name="Phase">What is being done.</param>
/// <param name="DoneBytes">Bytes done in this phase.</param>
/// <param name="TotalBytes">Bytes that the phase will do; null when time bounds it.</param>
/// <param name="Elapsed">Time in this phase.</param>
/// <param name="Total">Time that the phase takes; null when bytes bound it.</param>
public readonly record struct WorkProgress(
    WorkPhase Phase, long DoneBytes, long? TotalBytes, TimeSpan Elapsed, TimeSpan? Total)
{
    /// <summary>How long no byte was completed; zero: the work goes on. Whoever shows the progress finds it out, nothing can be reported meanwhile.</summary>
    public TimeSpan Stalled { get; init; }

    /// <summary>Whether bytes are completed one after the other in this phase, and some are still missing.</summary>
    public bool CountsBytes => Phase is WorkPhase.Preparing or WorkPhase.WarmingUp or WorkPhase.Measuring
        && (TotalBytes is { } total ? DoneBytes < total : Total is not null);
}

/// <summary>The phases of the work, in order.</summary>
public enum WorkPhase
{
    /// <summary>Files are made ready.</summary>
    Preparing,

    /// <summary>A file is dropped from the page cache.</summary>
    Dropping,

    /// <summary>The idle machine is watched.</summary>
    Baseline,

    /// <summary>Requests run, not counted yet.</summary>
    WarmingUp,

    /// <summary>The run is on.</summary>
    Measuring,

    /// <summary>What was written is made durable.</summary>
    Flushing,
}
