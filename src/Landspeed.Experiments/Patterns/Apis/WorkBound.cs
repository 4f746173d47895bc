namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Ends work after a time, and looks at the clock so seldom that this costs nothing.</summary>
/// <param name="clock">The clock.</param>
/// <param name="limit">The time; null: none.</param>
/// <param name="most">Most records between two looks, 1 or more.</param>
/// <param name="stop">Ends it early.</param>
internal sealed class WorkBound(TimeProvider clock, TimeSpan? limit, int most, CancellationToken stop)
{
    // A look takes some 25 ns: at one in a millisecond or so that is nothing, and the limit is kept to a millisecond.
    private static readonly TimeSpan s_between = TimeSpan.FromMilliseconds(0.5);

    private readonly long _start = clock.GetTimestamp();
    private long _last = clock.GetTimestamp();
    private int _step;

    /// <summary>Looks at the clock.</summary>
    /// <returns>How many records to move before the next look; 0 when the time is over.</returns>
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
