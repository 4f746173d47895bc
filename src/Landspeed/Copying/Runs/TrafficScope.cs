namespace Landspeed.Copying.Runs;

/// <summary>A period in which a thread makes requests of one kind, one after another, and waits for them.</summary>
internal readonly struct TrafficScope : IDisposable
{
    private readonly CopyTraffic? _traffic;
    private readonly TrafficKind _kind;

    /// <summary>Begins the period.</summary>
    /// <param name="traffic">Counts the traffic, or null.</param>
    /// <param name="kind">What the requests do.</param>
    internal TrafficScope(CopyTraffic? traffic, TrafficKind kind)
    {
        (_traffic, _kind) = (traffic, kind);
        traffic?.Begin(kind);
    }

    /// <summary>Adds bytes that were moved.</summary>
    internal void Moved(long bytes) => _traffic?.Moved(_kind, bytes);

    /// <summary>Ends the period.</summary>
    public void Dispose() => _traffic?.End(_kind);
}
