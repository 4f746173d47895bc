namespace Landspeed.Experiments.Rounds;

/// <summary>The progress of the current work.</summary>
/// <param name="Phase">The current phase.</param>
/// <param name="DoneBytes">Bytes done in this phase.</param>
/// <param name="TotalBytes">Bytes that the phase will do; null if it is limited by time.</param>
/// <param name="Elapsed">Time in this phase.</param>
/// <param name="Total">Time that the phase takes; null if it is limited by bytes.</param>
public readonly record struct WorkProgress(
    WorkPhase Phase, long DoneBytes, long? TotalBytes, TimeSpan Elapsed, TimeSpan? Total)
{
    /// <summary>
    /// How long no byte was completed, or zero if the work is progressing. It is computed where progress is displayed,
    /// because stalled work cannot report.
    /// </summary>
    public TimeSpan Stalled { get; init; }

    /// <summary>Whether seconds without a byte are its pace: requests start at a low rate.</summary>
    public bool IsSparse { get; init; }

    /// <summary>Whether bytes are completed one after the other in this phase, and some are still missing.</summary>
    public bool CountsBytes => !IsSparse && Phase is WorkPhase.Preparing or WorkPhase.WarmingUp or WorkPhase.Measuring
        && (TotalBytes is { } total ? DoneBytes < total : Total is not null);
}

/// <summary>The phases of the work, in order.</summary>
public enum WorkPhase
{
    /// <summary>Files are being prepared.</summary>
    Preparing,

    /// <summary>A file is being dropped from the page cache.</summary>
    Dropping,

    /// <summary>The idle machine is being watched.</summary>
    Baseline,

    /// <summary>Requests run but are not yet counted.</summary>
    WarmingUp,

    /// <summary>The run is in progress.</summary>
    Measuring,

    /// <summary>Written data is being made durable.</summary>
    Flushing,
}
