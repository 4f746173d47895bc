using System.Globalization;
using System.Text;

namespace Landspeed.Testing.Scheduling;

/// <summary>
/// Runs the threads of an explored program one at a time. Before each step that others could notice the running thread
/// hands over to the one whose turn the schedule says it is; when none can go on, the program hangs.
/// </summary>
internal sealed class Scheduler(ISchedules schedules, ThreadSupply supply)
{
    // More than any program waits for one thing: a program whose threads only time out hangs.
    private const int MostTimeouts = 100;

    private readonly List<LogicalThread> _threads = [];
    private readonly List<(LogicalThread Thread, string Step)> _trace = [];
    private readonly List<(LogicalThread Thread, CancellationToken Token)> _cancelling = [];
    private readonly ManualResetEventSlim _finished = new();
    private bool _isAsking;

    /// <summary>Locks and waits of the program.</summary>
    internal ModelledMonitors Monitors { get; } = new();

    /// <summary>Native memory of the program.</summary>
    internal ModelledMemory Memory { get; } = new();

    /// <summary>What went wrong, or null.</summary>
    internal string? Failure { get; private set; }

    /// <summary>How often a thread went on only because it had waited long enough.</summary>
    internal int Timeouts { get; private set; }

    /// <summary>How many threads the system gives the program; null: as many as it wants.</summary>
    internal int? MostThreads { get; set; }

    /// <summary>Steps so far.</summary>
    internal int Steps => _trace.Count;

    /// <summary>Runs a program to its end, or until it fails.</summary>
    internal void Run(Action program)
    {
        schedules.Begin();
        Spawn("main", program).GiveTurn();

        // Not a limit for the program, which hangs only where no thread can go on, but for a thread that waits for
        // something that is not woven.
        if (!_finished.Wait(TimeSpan.FromMinutes(2)))
        {
            throw new InvalidOperationException("a thread waits for something that the scheduler does not know\n" + Describe());
        }
    }

    /// <summary>Unmaps the program's memory.</summary>
    /// <returns>What the program did wrong with it, and the schedule; or null.</returns>
    internal string? EndMemory() => Memory.End() is { } failure ? failure + "\n" + Describe() : null;

    /// <summary>Adds a thread; it can go on from now on.</summary>
    internal LogicalThread Spawn(string name, Action body)
    {
        var thread = new LogicalThread(this, _threads.Count, name, body);
        _threads.Add(thread);
        supply.Run(thread);
        return thread;
    }

    /// <summary>The running thread comes to a step.</summary>
    /// <param name="step">What it will do.</param>
    /// <param name="condition">What must hold before; null: nothing.</param>
    /// <param name="price">What it costs to let another thread go on instead.</param>
    internal void Reach(string step, Func<bool>? condition = null, ChoicePrice price = ChoicePrice.Preemption)
    {
        if (_isAsking)
        {
            return;
        }

        LogicalThread current = LogicalThread.Current!;
        (current.Step, current.Condition) = (step, condition);
        HandOver(current, price);
        current.Condition = null;
        _trace.Add((current, step));
    }

    /// <summary>Cancels; the callbacks run on the running thread.</summary>
    internal void Cancel(CancellationTokenSource source, string step)
    {
        (LogicalThread, CancellationToken) running = (LogicalThread.Current!, source.Token);
        Reach(step);
        _cancelling.Add(running);
        source.Cancel();
        _cancelling.Remove(running);
    }

    /// <summary>Ends a registration, and waits for its callback where another thread runs it.</summary>
    internal void End(in CancellationTokenRegistration registration, string step)
    {
        LogicalThread current = LogicalThread.Current!;
        CancellationToken token = registration.Token;
        Reach(step);
        if (!registration.Unregister() && token.IsCancellationRequested)
        {
            Reach(step, () => !_cancelling.Exists(other => other.Token == token && other.Thread != current));
        }
    }

    /// <summary>Chooses among a number of things that may happen.</summary>
    internal int Choose(int count) => schedules.Choose(count, ChoicePrice.Detour);

    /// <summary>Ends the run: the program is wrong. Does not return.</summary>
    internal void Fail(string failure)
    {
        Failure ??= failure + "\n" + Describe();
        Finish();
    }

    /// <summary>A thread has ended.</summary>
    internal void End(LogicalThread thread, Exception? failure)
    {
        (thread.HasEnded, thread.Step) = (true, "has ended");
        if (failure is not null)
        {
            Failure ??= $"{thread.Name} threw {failure}\n{Describe()}";
            _finished.Set();
            return;
        }

        if (Next(null, ChoicePrice.Detour) is { } next)
        {
            next.GiveTurn();
        }
        else
        {
            NoteHang();
            _finished.Set();
        }
    }

    private void HandOver(LogicalThread current, ChoicePrice price)
    {
        LogicalThread? next = Next(current, price);
        if (next is null)
        {
            NoteHang();
            Finish();
        }
        else if (next != current)
        {
            next.GiveTurn();
            current.AwaitTurn();
        }
    }

    private LogicalThread? Next(LogicalThread? current, ChoicePrice price)
    {
        _isAsking = true;
        List<LogicalThread> able = _threads.FindAll(thread => !thread.HasEnded && (thread.Condition is null || thread.Condition()));
        if (able.Count == 0 && Timeouts < MostTimeouts)
        {
            able = _threads.FindAll(thread => thread is { HasEnded: false, Timeout: { } timeout } && timeout());
            Timeouts += Math.Sign(able.Count);
        }

        _isAsking = false;
        if (able.Count == 0)
        {
            return null;
        }

        bool goesOn = current is not null && able.Remove(current);
        if (goesOn)
        {
            able.Insert(0, current!);
        }

        try
        {
            return able[schedules.Choose(able.Count, goesOn ? price : ChoicePrice.Detour)];
        }
        catch (InvalidOperationException changed)
        {
            Failure ??= changed.Message + "\n" + Describe();
            return null;
        }
    }

    private void NoteHang()
    {
        if (_threads.Exists(thread => !thread.HasEnded))
        {
            Failure ??= "no thread can go on\n" + Describe();
        }
    }

    // The threads of a run that failed stand still for good: unwinding them would run more of the program.
    private void Finish()
    {
        _finished.Set();
        LogicalThread.Current!.AwaitTurn();
    }

    private string Describe()
    {
        var text = new StringBuilder();
        foreach (LogicalThread thread in _threads)
        {
            text.Append(CultureInfo.InvariantCulture, $"  {thread.Name}: {thread.Step}\n");
        }

        text.Append("  the schedule:\n");
        LogicalThread? before = null;
        foreach ((LogicalThread thread, string step) in _trace)
        {
            text.Append(CultureInfo.InvariantCulture, $"    {(thread == before ? string.Empty : thread.Name),-12} {step}\n");
            before = thread;
        }

        return text.ToString();
    }
}
