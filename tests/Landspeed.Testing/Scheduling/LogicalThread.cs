using System.Runtime.InteropServices;

namespace Landspeed.Testing.Scheduling;

/// <summary>A thread of an explored program. All but one stand still, each before its next step.</summary>
internal sealed class LogicalThread(Scheduler scheduler, int index, string name, Action body)
{
    [ThreadStatic]
    private static LogicalThread? t_current;

    // 1: it has the turn. Pinned: the kernel waits on its address. A semaphore would spin first, once for each step.
    private readonly int[] _turn = GC.AllocateArray<int>(1, pinned: true);

    /// <summary>The one that the calling thread carries out; null outside of an exploration.</summary>
    internal static LogicalThread? Current => t_current;

    internal Scheduler Scheduler { get; } = scheduler;

    internal int Index { get; } = index;

    internal string Name { get; } = name;

    /// <summary>What must hold before its next step; null: nothing.</summary>
    internal Func<bool>? Condition { get; set; }

    /// <summary>What must hold before it goes on for having waited long enough; null: it waits for ever.</summary>
    internal Func<bool>? Timeout { get; set; }

    /// <summary>Its next step.</summary>
    internal string Step { get; set; } = "begins";

    internal bool HasEnded { get; set; }

    /// <summary>Whether the monitor that it waits for was pulsed.</summary>
    internal bool WasPulsed { get; set; }

    /// <summary>The locks of type <see cref="Lock"/> that it holds, the last one on top.</summary>
    internal Stack<object> Scopes { get; } = new();

    internal void GiveTurn()
    {
        Volatile.Write(ref _turn[0], 1);
        NativePlatform.Threads.WakeOnAddress(Address, 1);
    }

    internal void AwaitTurn()
    {
        while (Interlocked.Exchange(ref _turn[0], 0) == 0)
        {
            NativePlatform.Threads.WaitOnAddress(Address, expected: 0, timeoutNs: -1);
        }
    }

    private nint Address => Marshal.UnsafeAddrOfPinnedArrayElement(_turn, 0);

    /// <summary>Carries it out on the calling thread, from its first turn to its end.</summary>
    internal void Run()
    {
        AwaitTurn();
        t_current = this;
        Exception? failure = null;
        try
        {
            body();
        }
        catch (Exception thrown)
        {
            failure = thrown;
        }

        t_current = null;
        Scheduler.End(this, failure);
    }
}

/// <summary>System threads that carry logical ones out, one schedule after the other.</summary>
internal sealed class ThreadSupply : IDisposable
{
    private readonly object _gate = new();
    private readonly Queue<LogicalThread> _waiting = new();
    private int _idle;
    private bool _disposed;

    /// <summary>Lets a thread carry a logical one out.</summary>
    internal void Run(LogicalThread thread)
    {
        lock (_gate)
        {
            _waiting.Enqueue(thread);
            if (_idle >= _waiting.Count)
            {
                Monitor.Pulse(_gate);
                return;
            }
        }

        new Thread(Work) { IsBackground = true, Name = "explored" }.Start();
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _disposed = true;
            Monitor.PulseAll(_gate);
        }
    }

    private void Work()
    {
        while (Take() is { } thread)
        {
            thread.Run();
        }
    }

    private LogicalThread? Take()
    {
        lock (_gate)
        {
            LogicalThread? taken;
            _idle++;
            while (!_waiting.TryDequeue(out taken) && !_disposed)
            {
                Monitor.Wait(_gate);
            }

            _idle--;
            return taken;
        }
    }
}
