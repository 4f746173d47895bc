namespace Landspeed.Experiments.Trials;

/// <summary>How work in progress is stopped, and where it tells how far it is.</summary>
/// <param name="report">Receives what is done and what there is in all, in bytes; or null.</param>
/// <param name="stop">Ends the work early.</param>
public sealed class TrialControl(Action<long, long>? report, CancellationToken stop)
{
    /// <summary>Nobody listens and nobody stops.</summary>
    public static TrialControl None { get; } = new(null, CancellationToken.None);

    /// <summary>Ends the work early.</summary>
    public CancellationToken Stop => stop;

    /// <summary>Ends the work here when it is to end.</summary>
    /// <exception cref="OperationCanceledException">It is.</exception>
    public void ThrowIfStopped() => stop.ThrowIfCancellationRequested();

    /// <summary>Tells how far the work is; cheap, but not free: some times a second is enough.</summary>
    /// <param name="done">Bytes done.</param>
    /// <param name="total">Bytes in all.</param>
    public void Report(long done, long total) => report?.Invoke(done, total);
}
