using System.Threading.Tasks.Sources;

namespace Landspeed.Streams.Threading;

/// <summary>
/// Lets one asynchronous caller wait for a condition that others make true under a lock; used again and again without
/// allocation. The caller continues in the thread pool, never on the thread that sets the signal.
/// </summary>
internal sealed class AsyncSignal : IValueTaskSource, IThreadPoolWorkItem
{
    private readonly object _gate;
    private ManualResetValueTaskSourceCore<bool> _core;
    private CancellationTokenRegistration _registration;
    private CancellationToken _token;
    private bool _cancelled;

    /// <summary>A signal without a waiter.</summary>
    /// <param name="gate">The lock that guards it.</param>
    internal AsyncSignal(object gate) => _gate = gate;

    /// <summary>Whether a caller waits; under the lock.</summary>
    internal bool IsAwaited { get; private set; }

    /// <summary>Begins to wait; under the lock. The task must be awaited once.</summary>
    /// <param name="cancellation">Ends the wait, and nothing else.</param>
    /// <returns>Completes after <see cref="Set"/>, or is cancelled.</returns>
    internal ValueTask WaitAsync(CancellationToken cancellation)
    {
        _core.Reset();
        (IsAwaited, _cancelled, _token) = (true, false, cancellation);
        if (cancellation.CanBeCanceled)
        {
            _registration = cancellation.UnsafeRegister(static signal => ((AsyncSignal)signal!).Cancel(), this);
        }

        return new ValueTask(this, _core.Version);
    }

    /// <summary>Ends the wait, if there is one; under the lock.</summary>
    internal void Set()
    {
        if (IsAwaited)
        {
            IsAwaited = false;
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        }
    }

    void IThreadPoolWorkItem.Execute()
    {
        CancellationTokenRegistration registration;
        lock (_gate)
        {
            registration = _registration;
            _registration = default;
        }

        registration.Dispose();
        if (_cancelled)
        {
            _core.SetException(new OperationCanceledException(_token));
        }
        else
        {
            _core.SetResult(true);
        }
    }

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    private void Cancel()
    {
        lock (_gate)
        {
            _cancelled = IsAwaited;
            Set();
        }
    }
}
