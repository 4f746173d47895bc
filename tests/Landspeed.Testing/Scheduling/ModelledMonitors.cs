namespace Landspeed.Testing.Scheduling;

/// <summary>The locks of an explored program, as <see cref="Monitor"/> and <see cref="Lock"/> have them.</summary>
internal sealed class ModelledMonitors
{
    private readonly Dictionary<object, State> _states = new(ReferenceEqualityComparer.Instance);

    /// <summary>Takes a lock, waiting for it.</summary>
    internal void Enter(LogicalThread thread, object gate, string step)
    {
        State state = StateOf(gate);
        thread.Scheduler.Reach(step, () => state.Owner is null || state.Owner == thread);
        state.Owner = thread;
        state.Depth++;
    }

    /// <summary>Gives a lock back.</summary>
    internal void Exit(LogicalThread thread, object gate)
    {
        State state = OwnedState(thread, gate);
        if (--state.Depth == 0)
        {
            state.Owner = null;
        }
    }

    /// <summary>Gives a lock back, waits for a pulse, and takes it again.</summary>
    /// <param name="thread">Who waits.</param>
    /// <param name="gate">The lock.</param>
    /// <param name="step">What it does, for people.</param>
    /// <param name="timesOut">Whether it goes on without a pulse once nobody else can go on.</param>
    /// <returns>Whether there was a pulse.</returns>
    internal bool Wait(LogicalThread thread, object gate, string step, bool timesOut = false)
    {
        State state = OwnedState(thread, gate);
        int depth = state.Depth;
        (state.Owner, state.Depth, thread.WasPulsed) = (null, 0, false);
        state.Waiting.AddLast(thread);
        thread.Timeout = timesOut ? () => state.Owner is null : null;
        thread.Scheduler.Reach(step, () => thread.WasPulsed && state.Owner is null);
        thread.Timeout = null;
        state.Waiting.Remove(thread);
        (state.Owner, state.Depth) = (thread, depth);
        return thread.WasPulsed;
    }

    /// <summary>Wakes threads that wait, the first one first.</summary>
    internal void Pulse(LogicalThread thread, object gate, int most)
    {
        State state = OwnedState(thread, gate);
        for (int woken = 0; woken < most && state.Waiting.First is { } waiting; woken++)
        {
            state.Waiting.RemoveFirst();
            waiting.Value.WasPulsed = true;
        }
    }

    private State OwnedState(LogicalThread thread, object gate)
    {
        State state = StateOf(gate);
        if (state.Owner != thread)
        {
            thread.Scheduler.Fail($"{thread.Name} does not hold the lock that it gives back or waits with");
        }

        return state;
    }

    private State StateOf(object gate)
    {
        if (!_states.TryGetValue(gate, out State? state))
        {
            _states.Add(gate, state = new State());
        }

        return state;
    }

    private sealed class State
    {
        internal LogicalThread? Owner { get; set; }

        internal int Depth { get; set; }

        internal LinkedList<LogicalThread> Waiting { get; } = new();
    }
}
