namespace Landspeed.Copying.Runs;

/// <summary>The time during which a thread makes requests of one kind, one after the other, and waits for them.</summary>
internal readonly struct TrafficScope : IDisposable
{
    private readonly CopyTraffic? _traffic;
    private readonly TrafficKind _kind;

    /// <summary>Begins it.</summary>
    /// <param name="traffic">Counts; or null.</param>
    /// <param name="kind">What the requests do.</param>
    internal TrafficScope(CopyTraffic? traffic, TrafficKind kind)
    {
        (_traffic, _kind) = (traffic, kind);
        traffic?.Begin(kind);
    }

    /// <summary>Bytes were moved.</summary>
    internal void Moved(long bytes) => _traffic?.Moved(_kind, bytes);

    /// <summary>Ends it.</summary>
    public void Dispose() => _traffic?.End(_kind);
}
