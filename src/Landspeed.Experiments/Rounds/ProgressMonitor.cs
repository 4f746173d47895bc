using System.Diagnostics;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Rounds;

/// <summary>Receives the progress of work, and tells whether it is to stop.</summary>
/// <param name="report">Receives the progress, or null to ignore it.</param>
/// <param name="stop">Ends the work early.</param>
/// <param name="clock">Measures how long the work stalls, or null for the system's clock.</param>
public sealed class ProgressMonitor(Action<WorkProgress>? report, CancellationToken stop, TimeProvider? clock = null)
{
    private readonly TimeProvider _clock = clock ?? TimeProvider.System;
    private StallClock? _stalls;
    private WorkPhase _phase;
    private long _began = Stopwatch.GetTimestamp();

    /// <summary>A monitor that ignores progress and never stops the work.</summary>
    public static ProgressMonitor None { get; } = new(null, CancellationToken.None);

    /// <summary>Ends the work early.</summary>
    public CancellationToken Stop => stop;

    /// <summary>Stops the work at this point if requested.</summary>
    /// <exception cref="OperationCanceledException">A stop was requested.</exception>
    public void ThrowIfStopped() => stop.ThrowIfCancellationRequested();

    /// <summary>Reports the progress of the work; cheap, but not free: a few times a second is enough.</summary>
    /// <param name="done">Bytes done.</param>
    /// <param name="total">Total number of bytes.</param>
    public void Report(long done, long total) =>
        Report(new WorkProgress(_phase, done, total, Stopwatch.GetElapsedTime(_began), null));

    /// <summary>Reports the progress of a phase of the work.</summary>
    internal void Report(WorkProgress progress)
    {
        if (progress.CountsBytes)
        {
            Volatile.Read(ref _stalls)?.Saw(progress.DoneBytes, progress.TotalBytes);
        }
        else
        {
            Volatile.Read(ref _stalls)?.Pause();
        }

        report?.Invoke(progress);
    }

    /// <summary>Starts watching for stalls of the work.</summary>
    internal void BeginStalls() => Volatile.Write(ref _stalls, new StallClock(_clock, TimeSpan.Zero));

    /// <summary>Ends what <see cref="BeginStalls"/> started.</summary>
    /// <returns>The longest stall; zero if there was none of a second; null if the work did not report its
    /// progress.</returns>
    internal TimeSpan? EndStalls()
    {
        StallClock? stalls = Interlocked.Exchange(ref _stalls, null);
        return stalls is { HasSeen: true } seen ? seen.Longest : null;
    }

    /// <summary>Starts a phase, whose progress the work reports in bytes.</summary>
    internal void Begin(WorkPhase phase) => (_phase, _began) = (phase, Stopwatch.GetTimestamp());
}
