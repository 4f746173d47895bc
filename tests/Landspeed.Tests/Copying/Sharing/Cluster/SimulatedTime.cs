namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>A clock that jumps from event to event; what happens at one moment happens in the order in which it was planned.</summary>
internal sealed class SimulatedTime
{
    private readonly PriorityQueue<Action, (TimeSpan At, long Order)> _events = new();
    private long _order;

    /// <summary>Time since the beginning.</summary>
    internal TimeSpan Now { get; private set; }

    /// <summary>When something last happened that is not a mere question.</summary>
    internal TimeSpan Progressed { get; private set; }

    /// <summary>How many events there were.</summary>
    internal long Events { get; private set; }

    /// <summary>Plans an event.</summary>
    internal void At(TimeSpan moment, Action happens) => _events.Enqueue(happens, (moment > Now ? moment : Now, _order++));

    /// <summary>The same after a while.</summary>
    internal void After(TimeSpan delay, Action happens) => At(Now + delay, happens);

    /// <summary>Something happened.</summary>
    internal void Progress() => Progressed = Now;

    /// <summary>Goes on until a condition is met.</summary>
    /// <param name="isOver">The condition.</param>
    /// <param name="patience">How long nothing may progress.</param>
    /// <exception cref="ClusterViolation">Nothing progressed for that long, or nothing is to happen any more.</exception>
    internal void Run(Func<bool> isOver, TimeSpan patience)
    {
        Progress();
        while (!isOver())
        {
            if (!_events.TryDequeue(out Action? happens, out (TimeSpan At, long Order) when) || when.At - Progressed > patience)
            {
                throw new ClusterViolation($"nothing has progressed since {Progressed}, and the run does not end");
            }

            Now = when.At;
            Events++;
            happens();
        }

        _events.Clear();
    }
}

/// <summary>What must never happen did.</summary>
internal sealed class ClusterViolation(string message) : Exception(message);
