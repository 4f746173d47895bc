using System.Diagnostics;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Rounds;

/// <summary>Receives how far work is, and says whether it is to stop.</summary>
/// <param name="report">Receives how far it is; null: nobody listens.</param>
/// <param name="stop">Ends the work early.</param>
/// <param name="clock">Measures how long the work stalls; null: the system's.</param>
public sealed class ProgressMonitor(Action<WorkProgress>? report, CancellationToken stop, TimeProvider? clock = null)
{
    private readonly TimeProvider _clock = clock ?? TimeProvider.System;
    private StallClock? _stalls;
    private WorkPhase _phase;
    private long _began = Stopwatch.GetTimestamp();

    /// <summary>Nobody listens and nobody stops.</summary>
    public static ProgressMonitor None { get; } = new(null, CancellationToken.None);

    /// <summary>Ends the work early.</summary>
    public CancellationToken Stop => stop;

    /// <summary>Ends the work here when it is to end.</summary>
    /// <exception cref="OperationCanceledException">It is.</exception>
    public void ThrowIfStopped() => stop.ThrowIfCancellationRequested();

    /// <summary>Reports how far the work is; cheap, but not free: some times a second is enough.</summary>
    /// <param name="done">Bytes done.</param>
    /// <param name="total">Bytes in all.</param>
    public void Report(long done, long total) =>
        Report(new WorkProgress(_phase, done, total, Stopwatch.GetElapsedTime(_began), null));

    /// <summary>Reports how far a phase of the work is.</summary>
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

    /// <summary>Begins to look out for stalls of the work.</summary>
    internal void BeginStalls() => Volatile.Write(ref _stalls, new StallClock(_clock, TimeSpan.Zero));

    /// <summary>Ends what <see cref="BeginStalls"/> began.</summary>
    /// <returns>The longest stall; zero: none of a second; null: the work did not report how far it is.</returns>
    internal TimeSpan? EndStalls()
    {
        StallClock? stalls = Interlocked.Exchange(ref _stalls, null);
        return stalls is { HasSeen: true } seen ? seen.Longest : null;
    }

    /// <summary>Begins a phase, which the work reports by its bytes.</summary>
    internal void Begin(WorkPhase phase) => (_phase, _began) = (phase, Stopwatch.GetTimestamp());
}
