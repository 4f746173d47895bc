using Landspeed.Experiments.Load;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Load;

/// <summary>Serves one request after the other, each for a fixed time, on a clock of its own.</summary>
/// <param name="serviceNs">How long a request takes.</param>
internal sealed class SimulatedServer(long serviceNs) : ILoadTarget
{
    private readonly PriorityQueue<int, long> _inFlight = new(); // slots by when they are done
    private readonly List<(int Slot, long Done)> _collected = [];
    private long _idleFrom;

    /// <summary>Between these moments it does nothing.</summary>
    public (long From, long To) Stall { get; init; } = (long.MaxValue, long.MaxValue);

    /// <summary>Who asks for requests stands still between these moments.</summary>
    public (long From, long To) Absence { get; init; } = (long.MaxValue, long.MaxValue);

    /// <summary>
    /// How long a request takes in each slot, if each slot has a server to itself; null: all share one.
    /// </summary>
    public Func<int, long>? ServiceOf { get; init; }

    /// <summary>Takes slot and response time of each request that is done, or null.</summary>
    public Action<int, long>? Answered { get; init; }

    /// <summary>From when on it asks to stop.</summary>
    public long StopsAt { get; init; } = long.MaxValue;

    /// <summary>From the start of each request to its end.</summary>
    public LatencyHistogram Service { get; } = new();

    public long Now { get; private set; }

    public bool MustStop => Now >= StopsAt;

    public int Outstanding => _inFlight.Count;

    /// <summary>Most requests that were in flight.</summary>
    public int MostOutstanding { get; private set; }

    public long Start(int slot, long now)
    {
        long begins = ServiceOf is null ? Math.Max(now, _idleFrom) : now;
        begins = begins >= Stall.From && begins < Stall.To ? Stall.To : begins;
        _idleFrom = begins + (ServiceOf?.Invoke(slot) ?? serviceNs);
        _inFlight.Enqueue(slot, _idleFrom);
        Service.Record(_idleFrom - now);
        MostOutstanding = Math.Max(MostOutstanding, _inFlight.Count);
        return now;
    }

    public int Collect(long now, long until)
    {
        long first = _inFlight.TryPeek(out _, out long done) ? done : long.MaxValue;
        Now = Math.Max(Now, Math.Min(until, first));
        Now = Now >= Absence.From && Now < Absence.To ? Absence.To : Now;
        _collected.Clear();
        while (_inFlight.TryPeek(out int slot, out done) && done <= Now)
        {
            _inFlight.Dequeue();
            _collected.Add((slot, done));
        }

        return _collected.Count;
    }

    public LoadEnd Ended(int index, long now, out int slot, out long done)
    {
        (slot, done) = _collected[index];
        return LoadEnd.Done;
    }

    public void Answer(int slot, long responseNs) => Answered?.Invoke(slot, responseNs);
}
