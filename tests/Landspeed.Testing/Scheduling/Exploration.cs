using Landspeed.Engine;

namespace Landspeed.Testing.Scheduling;

/// <summary>What an explored subject does its work with, in place of threads and tasks.</summary>
internal sealed class Exploration
{
    private readonly Scheduler _scheduler;

    internal Exploration(Scheduler scheduler, ScratchDirectory scratch) => (_scheduler, Scratch) = (scheduler, scratch);

    /// <summary>For files; all schedules of a subject share it.</summary>
    internal ScratchDirectory Scratch { get; }

    /// <summary>Starts a thread. Its exceptions fail the run.</summary>
    internal LogicalThread Start(string name, Action body) => _scheduler.Spawn(name, body);

    /// <summary>Runs some threads to their ends.</summary>
    internal void RunAll(params (string Name, Action Body)[] threads)
    {
        LogicalThread[] started = [.. threads.Select(thread => Start(thread.Name, thread.Body))];
        _scheduler.Reach("joins", () => started.All(thread => thread.HasEnded), ChoicePrice.Nothing);
    }

    /// <summary>Waits for a task.</summary>
    internal T Await<T>(Task<T> task)
    {
        _scheduler.Reach("awaits", () => task.IsCompleted);
        return task.GetAwaiter().GetResult();
    }

    /// <summary>Waits for a task.</summary>
    internal T Await<T>(ValueTask<T> task) => Await(task.AsTask());

    /// <summary>Waits for a task.</summary>
    internal void Await(Task task)
    {
        _scheduler.Reach("awaits", () => task.IsCompleted);
        task.GetAwaiter().GetResult();
    }

    /// <summary>Waits for a task.</summary>
    internal void Await(ValueTask task) => Await(task.AsTask());

    /// <summary>Cancels.</summary>
    internal void Cancel(CancellationTokenSource source) => _scheduler.Cancel(source, "cancels");

    /// <summary>How often a thread went on only because it had waited long enough.</summary>
    internal int Timeouts => _scheduler.Timeouts;

    /// <summary>Lets the system give the program only so many more threads.</summary>
    internal void LimitThreads(int most) => _scheduler.MostThreads = most;

    /// <summary>An engine whose requests the schedule completes, in any order.</summary>
    internal IIoEngine CreateEngine(int queueDepth) => new ScheduledEngine(_scheduler, queueDepth);

    /// <summary>Fails the run where something does not hold.</summary>
    internal void Require(bool holds, string what)
    {
        if (!holds)
        {
            _scheduler.Fail(what);
        }
    }
}
