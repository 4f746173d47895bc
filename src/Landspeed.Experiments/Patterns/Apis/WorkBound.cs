namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Ends work after a time, and checks the clock so rarely that this costs nothing.</summary>
/// <param name="clock">The clock.</param>
/// <param name="limit">The time limit, or null for none.</param>
/// <param name="most">Maximum number of records between two checks, 1 or more.</param>
/// <param name="stop">Ends it early.</param>
internal sealed class WorkBound(TimeProvider clock, TimeSpan? limit, int most, CancellationToken stop)
{
    // A check takes about 25 ns: at one per millisecond or so that is negligible, and the limit is accurate to a
    // millisecond.
    private static readonly TimeSpan s_between = TimeSpan.FromMilliseconds(0.5);

    private readonly long _start = clock.GetTimestamp();
    private long _last = clock.GetTimestamp();
    private int _step;

    /// <summary>Checks the clock.</summary>
    /// <returns>How many records to move before the next check; 0 if the time limit is reached.</returns>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal int Next()
    {
        stop.ThrowIfCancellationRequested();
        long now = clock.GetTimestamp();
        if (limit is { } time && _step > 0 && clock.GetElapsedTime(_start, now) >= time)
        {
            return 0;
        }

        bool early = clock.GetElapsedTime(_last, now) < s_between;
        _step = _step == 0 ? 1 : early ? (int)Math.Min(2L * _step, most) : Math.Max(1, _step / 2);
        _last = now;
        return _step;
    }
}
