using System.Diagnostics;
using Landspeed.Experiments.Judging;
using Landspeed.Quantities;

namespace Landspeed.Experiments.Patterns;

/// <summary>Measures how long the work items of awaited calls wait for a thread of the thread pool.</summary>
/// <remarks>
/// The pool reports single items only through events, which are not available in the native form. But it runs an item
/// in the execution context of the call that queued it, and notifies an <see cref="AsyncLocal{T}"/> when a thread
/// enters that context. The time from the call to that moment is the wait; about 0.1 µs of it is the call itself. One
/// call at a time; nothing is allocated for it. Rejected alternative: a thread of ours that checks the length of the
/// queue every millisecond. When an item really waited 0.1 to 0.3 µs it saw a quarter of that, and each of its checks
/// cost 15 to 20 µs of CPU time.
/// </remarks>
internal sealed class PoolTimer
{
    private readonly AsyncLocal<PoolTimer?> _context;
    private long _called;
    private PoolTally _seen = new(ThreadPool.ThreadCount, ThreadPool.ThreadCount);

    /// <summary>Initialises the timer for one run.</summary>
    internal PoolTimer() => _context = new AsyncLocal<PoolTimer?>(Entered);

    /// <summary>What was observed so far; must be read only when no call is in progress.</summary>
    internal PoolTally Seen => _seen;

    /// <summary>Whether calls are to be timed now; others are better made directly.</summary>
    internal bool IsOn { get; private set; }

    /// <summary>Starts timing calls.</summary>
    /// <remarks>
    /// The calling method must be asynchronous: its execution context is changed until it ends, which costs each item
    /// about 0.2 µs.
    /// </remarks>
    internal void Begin()
    {
        _context.Value = this;
        IsOn = true;
    }

    /// <summary>Stops timing; the method that started it must end, too.</summary>
    internal void End() => IsOn = false;

    /// <summary>Reads from a stream, timed.</summary>
    internal ValueTask<int> ReadAsync(Stream stream, Memory<byte> buffer, CancellationToken stop)
    {
        _called = Stopwatch.GetTimestamp();
        ValueTask<int> read = stream.ReadAsync(buffer, stop);
        Made(read.IsCompleted);
        return read;
    }

    /// <summary>Writes to a stream, timed.</summary>
    internal ValueTask WriteAsync(Stream stream, ReadOnlyMemory<byte> buffer, CancellationToken stop)
    {
        _called = Stopwatch.GetTimestamp();
        ValueTask write = stream.WriteAsync(buffer, stop);
        Made(write.IsCompleted);
        return write;
    }

    // A call that needed no thread of the pool, or has already passed through it, has no wait that could be attributed
    // to the next item.
    private void Made(bool isCompleted)
    {
        if (isCompleted)
        {
            _called = 0;
        }
    }

    // Also called when a thread leaves the context, and when the value is set.
    private void Entered(AsyncLocalValueChangedArgs<PoolTimer?> change)
    {
        if (change is { ThreadContextChanged: true, CurrentValue: not null } && _called != 0)
        {
            _seen = _seen.Saw(ThreadPool.ThreadCount, (Stopwatch.GetTimestamp() - _called) * StopwatchTicks.Ns);
            _called = 0;
        }
    }
}
