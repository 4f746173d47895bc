using System.Threading.Tasks.Sources;
using Landspeed.Platform.Observation;

namespace Landspeed.Streams.Threading;

/// <summary>
/// A lock and the wait for changes made under it. Any number of threads can wait, plus one caller without a thread,
/// which continues on the thread pool. Reused without allocation.
/// </summary>
/// <remarks>
/// Every waiter checks its condition again after each wake. A wake reaches all waiters and tracks no threads: a count
/// or flag of waiters would have to be right in every order of waits and wakes, and would save less than 0.1 us per
/// transfer.
/// </remarks>
internal sealed class CallerWait : IValueTaskSource, IThreadPoolWorkItem
{
    private ManualResetValueTaskSourceCore<bool> _core;
    private CancellationTokenRegistration _registration;
    private CancellationToken _token;
    private Phase _phase;
    private long _began;

    // State of the caller without a thread. Each phase follows the one before it; Woken or Cancelled, whichever comes
    // first, is followed by None.
    private enum Phase
    {
        /// <summary>There is no waiter, and the task of the last wait was awaited.</summary>
        None,

        /// <summary>Its task is not completed.</summary>
        Waiting,

        /// <summary>Its task completes or has completed, and was not awaited yet.</summary>
        Woken,

        /// <summary>Like Woken, but cancelled.</summary>
        Cancelled,
    }

    internal object Gate { get; } = new();

    /// <summary>Blocks the thread until it is woken. Call with the lock held; it is released during the wait.</summary>
    internal void Wait()
    {
        long began = IoMeter.BeginStall();
        Monitor.Wait(Gate);
        IoMeter.EndStall(began);
    }

    /// <summary>
    /// Starts to wait without a thread. Call with the lock held; the task must be awaited once, without the lock.
    /// </summary>
    /// <param name="cancellation">Ends the wait, nothing else.</param>
    /// <returns>Completes after <see cref="Wake"/>, or is cancelled.</returns>
    /// <exception cref="InvalidOperationException">
    /// Another caller is waiting without a thread; its wait goes on.
    /// </exception>
    internal ValueTask WaitAsync(CancellationToken cancellation)
    {
        if (_phase != Phase.None)
        {
            throw new InvalidOperationException("another call waits: await it before the next one");
        }

        _core.Reset();
        _began = IoMeter.BeginStall();
        (_phase, _token) = (Phase.Waiting, cancellation);
        _registration = cancellation.UnsafeRegister(static (wait, token) => ((CallerWait)wait!).Cancel(token), this);
        return new ValueTask(this, _core.Version);
    }

    /// <summary>Makes all waiters check their conditions again. Call with the lock held.</summary>
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
            IoMeter.EndStall(_began);
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

    // It may come late, when another wait has started: with another token that wait goes on, with the same token it is
    // cancelled too.
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
