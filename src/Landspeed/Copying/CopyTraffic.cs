namespace Landspeed.Copying;

/// <summary>
/// Counts what a copy reads and writes while it runs, and how long requests of each kind were under way. Passed to the
/// copy as <see cref="CopyOptions.Traffic"/>; can be read at any time.
/// </summary>
/// <remarks>Thread-safe. Adds 0.1 µs per request. If given to several copies, it adds them up.</remarks>
internal sealed class CopyTraffic
{
    private readonly Lock _turn = new();
    private readonly TimeProvider _clock;
    private readonly int[] _underWay = new int[(int)TrafficKind.TargetRead + 1];
    private readonly long[] _bytes = new long[(int)TrafficKind.TargetRead + 1];
    private readonly long[] _busy = new long[(int)TrafficKind.TargetRead + 1];
    private long _both;
    private long _seen;

    /// <summary>Creates a counter that starts at zero.</summary>
    /// <param name="clock">Measures how long requests are under way; null for the system clock.</param>
    public CopyTraffic(TimeProvider? clock = null)
    {
        _clock = clock ?? TimeProvider.System;
        _seen = _clock.GetTimestamp();
    }

    /// <summary>Returns the totals so far.</summary>
    public CopyTrafficTotals Totals()
    {
        lock (_turn)
        {
            Advance();
            return new CopyTrafficTotals(
                Side(TrafficKind.SourceRead), Side(TrafficKind.TargetWrite), Side(TrafficKind.TargetRead), _clock.GetElapsedTime(0, _both));
        }
    }

    /// <summary>Counts a request that starts.</summary>
    internal void Begin(TrafficKind kind)
    {
        lock (_turn)
        {
            Advance();
            _underWay[(int)kind]++;
        }
    }

    /// <summary>Counts a request that has ended.</summary>
    internal void End(TrafficKind kind)
    {
        lock (_turn)
        {
            Advance();
            _underWay[(int)kind]--;
        }
    }

    /// <summary>Counts bytes that were moved.</summary>
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

/// <summary>The totals that a copy has read and written.</summary>
/// <param name="SourceRead">Reads of sources.</param>
/// <param name="TargetWritten">Writes of targets.</param>
/// <param name="TargetRead">
/// Reads of targets, to verify them or to find out what an interrupted copy left behind.
/// </param>
/// <param name="BothBusy">Time during which sources were read and targets written simultaneously.</param>
internal readonly record struct CopyTrafficTotals(
    CopySideTotals SourceRead, CopySideTotals TargetWritten, CopySideTotals TargetRead, TimeSpan BothBusy);

/// <summary>Totals of one kind of request.</summary>
/// <param name="Bytes">Bytes moved.</param>
/// <param name="Busy">Time during which at least one request was under way.</param>
internal readonly record struct CopySideTotals(long Bytes, TimeSpan Busy);

internal enum TrafficKind
{
    SourceRead,

    TargetWrite,

    TargetRead,
}
