using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Landspeed.Testing.Scheduling;

/// <summary>
/// What woven code calls where the source calls the framework. On the threads of an exploration the scheduler decides;
/// on all others these do what the source says.
/// </summary>
internal static class WovenCalls
{
    private static readonly ConditionalWeakTable<Thread, Action> s_bodies = [];
    private static readonly ConditionalWeakTable<Thread, LogicalThread> s_started = [];

    private static Scheduler? Scheduler => LogicalThread.Current?.Scheduler;

    internal static void Step(string step) => Scheduler?.Reach(step);

    internal static void Enter(object gate, ref bool taken, string step)
    {
        if (LogicalThread.Current is { } thread)
        {
            thread.Scheduler.Monitors.Enter(thread, gate, step);
            taken = true;
        }
        else
        {
            Monitor.Enter(gate, ref taken);
        }
    }

    internal static void Exit(object gate, string step)
    {
        if (LogicalThread.Current is { } thread)
        {
            thread.Scheduler.Monitors.Exit(thread, gate);
        }
        else
        {
            Monitor.Exit(gate);
        }
    }

    internal static bool Wait(object gate, string step)
    {
        if (LogicalThread.Current is not { } thread)
        {
            return Monitor.Wait(gate);
        }

        thread.Scheduler.Monitors.Wait(thread, gate, step);
        return true;
    }

    internal static bool WaitAtMost(object gate, TimeSpan most, string step) => LogicalThread.Current is { } thread
        ? thread.Scheduler.Monitors.Wait(thread, gate, step, timesOut: true) : Monitor.Wait(gate, most);

    // What it waits for does not come, and time passes.
    internal static bool WaitOneAtMost(WaitHandle handle, TimeSpan most, string step)
    {
        if (Scheduler is not { } scheduler)
        {
            return handle.WaitOne(most);
        }

        scheduler.Reach(step);
        return handle.WaitOne(0);
    }

    internal static void Pulse(object gate, string step) => Pulse(gate, 1);

    internal static void PulseAll(object gate, string step) => Pulse(gate, int.MaxValue);

    /// <summary>Before a lock of type <see cref="Lock"/> is taken, which then succeeds at once.</summary>
    internal static object BeforeScope(object gate, string step)
    {
        if (LogicalThread.Current is { } thread)
        {
            thread.Scheduler.Monitors.Enter(thread, gate, step);
            thread.Scopes.Push(gate);
        }

        return gate;
    }

    /// <summary>After such a lock was given back.</summary>
    internal static void AfterScope()
    {
        if (LogicalThread.Current is { } thread)
        {
            thread.Scheduler.Monitors.Exit(thread, thread.Scopes.Pop());
        }
    }

    internal static bool Queue(IThreadPoolWorkItem item, bool preferLocal, string step)
    {
        if (Scheduler is not { } scheduler)
        {
            return ThreadPool.UnsafeQueueUserWorkItem(item, preferLocal);
        }

        scheduler.Spawn("pool: " + item.GetType().Name, item.Execute);
        return true;
    }

    internal static Task Run(Action work, string step)
    {
        if (Scheduler is not { } scheduler)
        {
            return Task.Run(work);
        }

        var task = new TaskCompletionSource();
        scheduler.Spawn("pool: " + work.Method.Name, () => Complete(task, work));
        return task.Task;
    }

    [SuppressMessage("Design", "CA1068", Justification = "The arguments of the call in the source come first.")]
    internal static Task RunCancellable(Action work, CancellationToken cancellation, string step) =>
        Scheduler is null ? Task.Run(work, cancellation) : Run(work, step);

    internal static Thread NewThread(ThreadStart body, int stackLength, string step)
    {
        var thread = new Thread(body, stackLength);
        if (Scheduler is not null)
        {
            s_bodies.Add(thread, () => body());
        }

        return thread;
    }

    internal static Thread NewPlainThread(ThreadStart body, string step) => NewThread(body, 0, step);

    internal static void Start(Thread thread, string step)
    {
        if (Scheduler is { } scheduler && s_bodies.TryGetValue(thread, out Action? body))
        {
            if (scheduler.MostThreads-- is <= 0)
            {
                throw new OutOfMemoryException("no more threads");
            }

            s_started.Add(thread, scheduler.Spawn(thread.Name ?? "thread", body));
        }
        else
        {
            thread.Start();
        }
    }

    internal static void Join(Thread thread, string step)
    {
        if (Scheduler is { } scheduler && s_started.TryGetValue(thread, out LogicalThread? started))
        {
            scheduler.Reach(step, () => started.HasEnded);
        }
        else
        {
            thread.Join();
        }
    }

    internal static void SpinUntil(Func<bool> condition, string step)
    {
        if (Scheduler is { } scheduler)
        {
            scheduler.Reach(step, condition);
        }
        else
        {
            SpinWait.SpinUntil(condition);
        }
    }

    internal static void Cancel(CancellationTokenSource source, string step)
    {
        if (Scheduler is { } scheduler)
        {
            scheduler.Cancel(source, step);
        }
        else
        {
            source.Cancel();
        }
    }

    internal static void DisposeRegistration(ref CancellationTokenRegistration registration, string step)
    {
        if (Scheduler is { } scheduler)
        {
            scheduler.End(registration, step);
        }
        else
        {
            registration.Dispose();
        }
    }

    internal static void Mapped(object pool) => Scheduler?.Memory.Map((AlignedBufferPool)pool);

    internal static void Unmap(object pool, string step)
    {
        if (Scheduler is { } scheduler)
        {
            scheduler.Memory.Unmap((AlignedBufferPool)pool);
        }
        else
        {
            ((AlignedBufferPool)pool).Dispose();
        }
    }

    private static void Pulse(object gate, int most)
    {
        if (LogicalThread.Current is { } thread)
        {
            thread.Scheduler.Monitors.Pulse(thread, gate, most);
        }
        else if (most == 1)
        {
            Monitor.Pulse(gate);
        }
        else
        {
            Monitor.PulseAll(gate);
        }
    }

    private static void Complete(TaskCompletionSource task, Action work)
    {
        try
        {
            work();
        }
        catch (Exception failure)
        {
            task.SetException(failure);
            return;
        }

        task.SetResult();
    }
}
