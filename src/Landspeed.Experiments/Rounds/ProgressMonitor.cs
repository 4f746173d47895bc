using System.Diagnostics;

namespace Landspeed.Experiments.Rounds;

/// <summary>Receives how far work is, and says whether it is to stop.</summary>
/// <param name="report">Receives how far it is; null: nobody listens.</param>
/// <param name="stop">Ends the work early.</param>
public sealed class ProgressMonitor(Action<WorkProgress>? report, CancellationToken stop)
{
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
    internal void Report(WorkProgress progress) => report?.Invoke(progress);

    /// <summary>Begins a phase, which the work reports by its bytes.</summary>
    internal void Begin(WorkPhase phase) => (_phase, _began) = (phase, Stopwatch.GetTimestamp());
}
