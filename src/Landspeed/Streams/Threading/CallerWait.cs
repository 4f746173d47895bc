using System.Threading.Tasks.Sources;

namespace Landspeed.Streams.Threading;

/// <summary>
/// A lock, and the wait for what others change under it: of any number of threads, and of one caller without a thread, who
/// continues in the thread pool. Used again and again without allocation.
/// </summary>
/// <remarks>
/// Who waits asks for its condition again after every wake. Waking reaches everybody and remembers nothing about threads:
/// a count or flag of those that wait would have to be right in every order of waits and wakes, and would save less than
/// 0.1 us a transfer.
/// </remarks>
internal sealed class CallerWait : IValueTaskSource, IThreadPoolWorkItem
{
    private ManualResetValueTaskSourceCore<bool> _core;
    private CancellationTokenRegistration _registration;
    private CancellationToken _token;
    private Phase _phase;

    // Of the caller without a thread; each phase follows the one before it, and Woken or Cancelled, whichever comes first,
    // is followed by None.
    private enum Phase
    {
        /// <summary>Nobody waits, and the task of the wait before was awaited.</summary>
        None,

        /// <summary>Its task is not completed.</summary>
        Waiting,

        /// <summary>Its task completes, or has, and was not awaited yet.</summary>
        Woken,

        /// <summary>The same, as cancelled.</summary>
        Cancelled,
    }

    /// <summary>The lock.</summary>
    internal object Gate { get; } = new();

    /// <summary>Holds the thread until it is woken; under the lock, which others take meanwhile.</summary>
    internal void Wait() => Monitor.Wait(Gate);

    /// <summary>Begins to wait without a thread; under the lock. The task must be awaited once, without the lock.</summary>
    /// <param name="cancellation">Ends the wait, and nothing else.</param>
    /// <returns>Completes after <see cref="Wake"/>, or is cancelled.</returns>
    /// <exception cref="InvalidOperationException">Another caller waits without a thread; it goes on to wait.</exception>
    internal ValueTask WaitAsync(CancellationToken cancellation)
    {
        if (_phase != Phase.None)
        {
            throw new InvalidOperationException("another call waits: await it before the next one");
        }

        _core.Reset();
        (_phase, _token) = (Phase.Waiting, cancellation);
        _registration = cancellation.UnsafeRegister(static (wait, token) => ((CallerWait)wait!).Cancel(token), this);
        return new ValueTask(this, _core.Version);
    }

    /// <summary>Lets everybody who waits ask for its condition again; under the lock.</summary>
    internal void Wake()
    {
        Monitor.PulseAll(Gate);
        End(Phase.Woken);
    }

    void IThreadPoolWorkItem.Execute()
    {
        bool isCancelled;
        CancellationToken token;
        lock (Gate)
        {
            (isCancelled, token) = (_phase == Phase.Cancelled, _token);
            _registration.Unregister();
            (_registration, _token) = (default, default);
        }

        if (isCancelled)
        {
            _core.SetException(new OperationCanceledException(token));
        }
        else
        {
            _core.SetResult(true);
        }
    }

    void IValueTaskSource.GetResult(short token)
    {
        try
        {
            _core.GetResult(token);
        }
        finally
        {
            lock (Gate)
            {
                _phase = Phase.None;
            }
        }
    }

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    // Perhaps late, when another wait has begun: with another token that one goes on, and with the same it is cancelled, too.
    private void Cancel(CancellationToken token)
    {
        lock (Gate)
        {
            if (token == _token)
            {
                End(Phase.Cancelled);
            }
        }
    }

    private void End(Phase phase)
    {
        if (_phase == Phase.Waiting)
        {
            _phase = phase;
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        }
    }
}
