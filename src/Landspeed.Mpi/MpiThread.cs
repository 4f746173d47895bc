using System.Diagnostics.CodeAnalysis;
using System.Runtime.ExceptionServices;

namespace Landspeed.Mpi;

/// <summary>The thread that makes all MPI calls of this process; other threads hand over theirs.</summary>
/// <remarks>
/// A library may allow only one thread, and a rank must answer messages whatever its other threads do. The thread
/// sleeps while there is no call. While a call waits for a peer it checks every 1 to 5 ms; while it listens for
/// questions every 1 to 2 ms, and later every 5 ms.
/// </remarks>
internal sealed class MpiThread
{
    // A peer that has arrived answers within this time, and yielding notices it at once. A millisecond of that is
    // negligible.
    private static readonly TimeSpan s_yielding = TimeSpan.FromMilliseconds(1);

    // Interval between checks while ranks ask one after another; each costs that much CPU time in addition to the
    // answer.
    private static readonly TimeSpan s_listening = TimeSpan.FromMilliseconds(0.1);

    // After 5 ms without a question: a wait of 2 ms is short for ranks that ask so rarely.
    private static readonly TimeSpan s_quiet = TimeSpan.FromMilliseconds(5);

    // A peer that has not arrived after a tenth of a second may take long: check 200 times a second rather than 1,000.
    private static readonly TimeSpan s_alert = TimeSpan.FromMilliseconds(100);

    private readonly object _lock = new();
    private readonly List<MpiCall> _calls = [];
    private readonly Thread _thread;
    private readonly TimeProvider _clock;
    private ExceptionDispatchInfo? _failure;
    private MpiLibrary? _library;
    private int? _exitCode;
    private bool _finalize;
    private bool _ending;

    /// <summary>Starts the thread and waits until it has joined the other ranks.</summary>
    /// <param name="begin">Loads and initialises the library; called on the thread.</param>
    /// <param name="clock">Measures pauses.</param>
    internal MpiThread(Func<MpiLibrary> begin, TimeProvider clock)
    {
        _clock = clock;
        using var begun = new ManualResetEventSlim();
        _thread = Threads.Start(() => Main(begin, begun), "MPI");
        begun.Wait();
        _failure?.Throw();
    }

    /// <summary>The library; only the thread may call it.</summary>
    internal MpiLibrary Library => _library!;

    /// <summary>Runs a call and waits for its end.</summary>
    internal void Run(IEnumerable<bool> steps, CancellationToken stop)
    {
        using MpiCall call = Start(steps);
        call.Wait(stop);
    }

    /// <summary>Hands over a call.</summary>
    internal MpiCall Start(IEnumerable<bool> steps)
    {
        var call = new MpiCall(steps);
        lock (_lock)
        {
            _calls.Add(call);
            Monitor.Pulse(_lock);
        }

        return call;
    }

    /// <summary>Ends the job.</summary>
    [DoesNotReturn]
    internal void Abort(int exitCode)
    {
        lock (_lock)
        {
            _exitCode = exitCode;
            Monitor.Pulse(_lock);
        }

        // The thread ends the process, or has already ended itself.
        _thread.Join();
        Environment.Exit(exitCode);
    }

    /// <summary>Ends the thread.</summary>
    /// <param name="finalize">True to leave the other ranks in an orderly way.</param>
    internal void End(bool finalize)
    {
        lock (_lock)
        {
            (_ending, _finalize) = (true, finalize);
            Monitor.Pulse(_lock);
        }

        _thread.Join();
    }

    private void Main(Func<MpiLibrary> begin, ManualResetEventSlim begun)
    {
        try
        {
            _library = begin();
        }
        catch (Exception e)
        {
            _failure = ExceptionDispatchInfo.Capture(e);
        }

        begun.Set();
        if (_library is not null)
        {
            Work(_library);
            if (_finalize)
            {
                _library.Leave();
            }
        }
    }

    private void Work(MpiLibrary library)
    {
        long since = _clock.GetTimestamp();
        long ended = library.Ended;
        while (Next() is { } calls)
        {
            if (_exitCode is { } exitCode)
            {
                library.Abort(exitCode);
            }

            bool any = false;
            foreach (MpiCall call in calls)
            {
                if (call.Step())
                {
                    any = true;
                    Remove(call);
                }
            }

            if (any || library.Ended != ended)
            {
                (since, ended) = (_clock.GetTimestamp(), library.Ended);
            }
            else
            {
                Pause(_clock.GetElapsedTime(since), Array.TrueForAll(calls, call => call.IsListening));
            }
        }
    }

    // Null at the end.
    private MpiCall[]? Next()
    {
        lock (_lock)
        {
            while (_calls.Count == 0 && !_ending && _exitCode is null)
            {
                Monitor.Wait(_lock);
            }

            return _ending && _exitCode is null ? null : [.. _calls];
        }
    }

    private void Remove(MpiCall call)
    {
        lock (_lock)
        {
            _calls.Remove(call);
        }
    }

    private void Pause(TimeSpan idle, bool listens)
    {
        if (idle < (listens ? s_listening : s_yielding))
        {
            Thread.Yield();
            return;
        }

        lock (_lock)
        {
            Monitor.Wait(_lock, idle >= s_alert ? 5 : listens && idle >= s_quiet ? 2 : 1);
        }
    }
}
