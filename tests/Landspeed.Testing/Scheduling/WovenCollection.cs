using System.Diagnostics.CodeAnalysis;

namespace Landspeed.Testing.Scheduling;

/// <summary>
/// What woven code has in place of a <see cref="System.Collections.Concurrent.BlockingCollection{T}"/>: its members
/// that are used, over a lock that is modelled.
/// </summary>
/// <param name="most">How many items fit.</param>
internal sealed class WovenCollection<T>(int most) : IDisposable
{
    private readonly object _gate = new();
    private readonly Queue<T> _items = new();
    private bool _isComplete;

    // Asked without a lock, as the real one may be: the answer may be old when it is used.
    public int Count
    {
        get
        {
            WovenCalls.Step("Count of " + Name);
            return _items.Count;
        }
    }

    private static string Name => typeof(T).Name;

    public void Add(T item)
    {
        using var held = new WovenLock(_gate, "Add to " + Name);
        while (_items.Count >= most)
        {
            WovenCalls.Wait(_gate, "waits for room for " + Name);
        }

        if (_isComplete)
        {
            throw new InvalidOperationException("added after the end");
        }

        _items.Enqueue(item);
        WovenCalls.PulseAll(_gate, string.Empty);
    }

    public bool TryTake([MaybeNullWhen(false)] out T item)
    {
        using var held = new WovenLock(_gate, "TryTake of " + Name);
        bool taken = _items.TryDequeue(out item);
        WovenCalls.PulseAll(_gate, string.Empty);
        return taken;
    }

    public void CompleteAdding()
    {
        using var held = new WovenLock(_gate, "CompleteAdding of " + Name);
        _isComplete = true;
        WovenCalls.PulseAll(_gate, string.Empty);
    }

    public IEnumerable<T> GetConsumingEnumerable()
    {
        while (Take(out T? item))
        {
            yield return item;
        }
    }

    public void Dispose()
    {
    }

    // False at the end.
    private bool Take([MaybeNullWhen(false)] out T item)
    {
        using var held = new WovenLock(_gate, "takes " + Name);
        while (_items.Count == 0 && !_isComplete)
        {
            WovenCalls.Wait(_gate, "waits for " + Name);
        }

        bool taken = _items.TryDequeue(out item);
        WovenCalls.PulseAll(_gate, string.Empty);
        return taken;
    }
}
