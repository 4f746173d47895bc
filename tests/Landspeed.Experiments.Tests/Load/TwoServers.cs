using Landspeed.Experiments.Load;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Load;

/// <summary>Serves all requests at the same time, each for a fixed time, on a clock of its own.</summary>
/// <param name="readNs">How long one takes in the slots before the first that writes.</param>
/// <param name="writeNs">How long it takes in the others.</param>
/// <param name="firstWriting">The first slot that writes.</param>
internal sealed class TwoServers(long readNs, long writeNs, int firstWriting) : ILoadTarget
{
    private readonly PriorityQueue<int, long> _inFlight = new();
    private readonly List<(int Slot, long Done)> _collected = [];

    /// <summary>From when a read was due to its end.</summary>
    public LatencyHistogram Reads { get; } = new();

    public long Now { get; private set; }

    public bool MustStop => false;

    public int Outstanding => _inFlight.Count;

    public long Start(int slot, long now)
    {
        _inFlight.Enqueue(slot, now + (slot < firstWriting ? readNs : writeNs));
        return now;
    }

    public int Collect(long now, long until)
    {
        long first = _inFlight.TryPeek(out _, out long next) ? next : long.MaxValue;
        Now = Math.Max(Now, Math.Min(until, first));
        _collected.Clear();
        while (_inFlight.TryPeek(out int slot, out next) && next <= Now)
        {
            _inFlight.Dequeue();
            _collected.Add((slot, next));
        }

        return _collected.Count;
    }

    public LoadEnd Ended(int index, long now, out int slot, out long done)
    {
        (slot, done) = _collected[index];
        return LoadEnd.Done;
    }

    public void Answer(int slot, long responseNs)
    {
        if (slot < firstWriting)
        {
            Reads.Record(responseNs);
        }
    }
}
