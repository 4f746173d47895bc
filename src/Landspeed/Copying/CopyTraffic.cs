namespace Landspeed.Copying;

/// <summary>
/// What a copy reads and writes while it runs, and for how long requests of either kind were under way: given to it as
/// <see cref="CopyOptions.Traffic"/>, and looked at whenever one likes.
/// </summary>
/// <remarks>Safe for all threads. Each request costs 0.1 µs more. Given to several copies it counts them together.</remarks>
public sealed class CopyTraffic
{
    private readonly Lock _turn = new();
    private readonly TimeProvider _clock;
    private readonly int[] _underWay = new int[(int)TrafficKind.TargetRead + 1];
    private readonly long[] _bytes = new long[(int)TrafficKind.TargetRead + 1];
    private readonly long[] _busy = new long[(int)TrafficKind.TargetRead + 1];
    private long _both;
    private long _seen;

    /// <summary>Begins at nothing.</summary>
    /// <param name="clock">Measures how long requests are under way; null: the system's.</param>
    public CopyTraffic(TimeProvider? clock = null)
    {
        _clock = clock ?? TimeProvider.System;
        _seen = _clock.GetTimestamp();
    }

    /// <summary>What there was so far.</summary>
    public CopyTrafficTotals Totals()
    {
        lock (_turn)
        {
            Advance();
            return new CopyTrafficTotals(
                Side(TrafficKind.SourceRead), Side(TrafficKind.TargetWrite), Side(TrafficKind.TargetRead), _clock.GetElapsedTime(0, _both));
        }
    }

    /// <summary>A request is on its way.</summary>
    internal void Begin(TrafficKind kind)
    {
        lock (_turn)
        {
            Advance();
            _underWay[(int)kind]++;
        }
    }

    /// <summary>A request has ended.</summary>
    internal void End(TrafficKind kind)
    {
        lock (_turn)
        {
            Advance();
            _underWay[(int)kind]--;
        }
    }

    /// <summary>Bytes were moved.</summary>
    internal void Moved(TrafficKind kind, long bytes)
    {
        lock (_turn)
        {
            _bytes[(int)kind] += bytes;
        }
    }

    private CopySideTotals Side(TrafficKind kind) => new(_bytes[(int)kind], _clock.GetElapsedTime(0, _busy[(int)kind]));

    private void Advance()
    {
        long now = _clock.GetTimestamp();
        long passed = now - _seen;
        _seen = now;
        for (int kind = 0; kind < _busy.Length; kind++)
        {
            _busy[kind] += _underWay[kind] > 0 ? passed : 0;
        }

        _both += _underWay[(int)TrafficKind.SourceRead] > 0 && _underWay[(int)TrafficKind.TargetWrite] > 0 ? passed : 0;
    }
}

/// <summary>What a copy has read and written.</summary>
/// <param name="SourceRead">Reads of sources.</param>
/// <param name="TargetWritten">Writes of targets.</param>
/// <param name="TargetRead">Reads of targets, to verify them or to find out what an interrupted copy left.</param>
/// <param name="BothBusy">How long sources were read and targets were written at the same time.</param>
public readonly record struct CopyTrafficTotals(
    CopySideTotals SourceRead, CopySideTotals TargetWritten, CopySideTotals TargetRead, TimeSpan BothBusy);

/// <summary>Requests of one kind.</summary>
/// <param name="Bytes">Bytes that they moved.</param>
/// <param name="Busy">How long one or more of them were under way.</param>
public readonly record struct CopySideTotals(long Bytes, TimeSpan Busy);

/// <summary>What a request does.</summary>
internal enum TrafficKind
{
    /// <summary>Reads a source.</summary>
    SourceRead,

    /// <summary>Writes a target.</summary>
    TargetWrite,

    /// <summary>Reads a target.</summary>
    TargetRead,
}
