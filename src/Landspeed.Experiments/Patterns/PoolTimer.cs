using System.Diagnostics;
using Landspeed.Experiments.Judging;

namespace Landspeed.Experiments.Patterns;

/// <summary>Times how long the work items of calls that are awaited wait for a thread of the thread pool.</summary>
/// <remarks>
/// The pool tells nothing of single items but by events, which the native form has not. But it runs an item in the execution context of the
/// call that queued it, and tells an <see cref="AsyncLocal{T}"/> when a thread enters that context. The time from the call to that
/// moment is the wait; some 0.1 µs of it is the call itself. One call at a time; nothing is allocated for it.
/// Lost: a thread of our own that looks at the length of the queue every millisecond. Where an item waits 0.1 to 0.3 µs in truth it saw a
/// quarter of that, and each of its looks cost 15 to 20 µs of processor time.
/// </remarks>
internal sealed class PoolTimer
{
    private static readonly double s_nsPerTick = 1e9 / Stopwatch.Frequency;

    private readonly AsyncLocal<PoolTimer?> _context;
    private long _called;
    private PoolTally _seen = new(ThreadPool.ThreadCount, ThreadPool.ThreadCount);

    /// <summary>For one run.</summary>
    internal PoolTimer() => _context = new AsyncLocal<PoolTimer?>(Entered);

    /// <summary>What was seen so far; to be read when no call is under way.</summary>
    internal PoolTally Seen => _seen;

    /// <summary>Whether calls are to be timed now; others are better made without a detour.</summary>
    internal bool IsOn { get; private set; }

    /// <summary>Begins to time calls.</summary>
    /// <remarks>
    /// The calling method must be an asynchronous one: its execution context is another until it ends, which costs each item some 0.2 µs.
    /// </remarks>
    internal void Begin()
    {
        _context.Value = this;
        IsOn = true;
    }

    /// <summary>Ends it; the method that began ends, too.</summary>
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

    // What needed no thread of the pool, or has gone through it already, has no wait that the next item could be given.
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
            _seen = _seen.Saw(ThreadPool.ThreadCount, (Stopwatch.GetTimestamp() - _called) * s_nsPerTick);
            _called = 0;
        }
    }
}
