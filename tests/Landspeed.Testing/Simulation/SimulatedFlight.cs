using Landspeed.Engine;
using Landspeed.Platform;

namespace Landspeed.Testing.Simulation;

/// <summary>The outstanding requests of a <see cref="SimulatedEngine"/>: how late and in which order they come back.</summary>
internal sealed class SimulatedFlight
{
    private readonly SimulatedRequest[] _requests;
    private readonly CompletionOrder _order;
    private readonly int _maximumDelay;
    private SeededRandom _random;
    private int _executed;

    internal SimulatedFlight(SimulationOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(options.MaximumDelay);
        ArgumentOutOfRangeException.ThrowIfEqual(options.MaximumDelay, int.MaxValue);
        _requests = new SimulatedRequest[options.QueueDepth];
        _order = options.Order;
        _maximumDelay = options.MaximumDelay;
        _random = new SeededRandom(~options.Seed);
    }

    /// <summary>Requests queued and not yet landed.</summary>
    internal int Count { get; private set; }

    internal ref SimulatedRequest this[int index] => ref _requests[index];

    /// <summary>Adds a request; there must be room.</summary>
    internal void Add(in IoRequest request) => _requests[Count++] = new SimulatedRequest
    {
        Request = request,
        Delay = _random.Below(_maximumDelay + 1),
    };

    /// <summary>The next request that is to be carried out, which then counts as carried out; null when all are.</summary>
    internal int? NextQueued() => _executed < Count ? _executed++ : null;

    /// <summary>Takes out a request that has ended.</summary>
    /// <param name="mustLand">Whether the caller waits: then also one that is held back.</param>
    /// <param name="landed">The request.</param>
    /// <returns>False when all that are left are held back, or none is left.</returns>
    internal bool TryLand(bool mustLand, out SimulatedRequest landed)
    {
        int start = Count > 0 && _order == CompletionOrder.Random ? _random.Below(Count) : 0;
        for (int step = 0; step < Count; step++)
        {
            int index = (start + step) % Count;
            if (mustLand || _requests[index].Delay == 0)
            {
                landed = _requests[index];
                Remove(index);
                return true;
            }
        }

        landed = default;
        return false;
    }

    /// <summary>Notes that a reap went by.</summary>
    internal void Pass()
    {
        foreach (ref SimulatedRequest request in _requests.AsSpan(0, Count))
        {
            request.Delay -= request.Delay > 0 ? 1 : 0;
        }
    }

    private void Remove(int index)
    {
        _requests.AsSpan(index + 1, Count - index - 1).CopyTo(_requests.AsSpan(index));
        Count--;
        _executed--;
    }
}

/// <summary>A request inside a <see cref="SimulatedEngine"/>.</summary>
internal struct SimulatedRequest
{
    /// <summary>As the caller queued it.</summary>
    internal IoRequest Request;

    /// <summary>What it came to, once carried out.</summary>
    internal NativeResult Result;

    /// <summary>Reaps for which it is still held back.</summary>
    internal int Delay;
}
