namespace Landspeed.Experiments.Statistics;

/// <summary>
/// Measures how long work that counts bytes completes none, because of a frozen volume or a device that does not
/// answer.
/// </summary>
/// <param name="clock">Measures the time.</param>
/// <param name="allowed">How long the work waits intentionally, because its rate is limited; zero if never.</param>
/// <remarks>Safe for all threads.</remarks>
public sealed class StallClock(TimeProvider clock, TimeSpan allowed)
{
    /// <summary>Anything shorter is the pace of a slow device, not a stall: 1 s.</summary>
    public static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    private readonly Lock _turn = new();
    private long _since;
    private long _done = -1;
    private bool _counts;
    private TimeSpan _longest;

    /// <summary>How long the work waits intentionally.</summary>
    public TimeSpan Allowed => allowed;

    /// <summary>Whether there has been any reading.</summary>
    public bool HasSeen
    {
        get
        {
            lock (_turn)
            {
                return _done >= 0;
            }
        }
    }

    /// <summary>How long no byte has been completed up to now; zero while counting is paused.</summary>
    public TimeSpan Still
    {
        get
        {
            lock (_turn)
            {
                return _counts ? clock.GetElapsedTime(_since) : TimeSpan.Zero;
            }
        }
    }

    /// <summary>
    /// The longest time in which no byte was completed, including the current one; zero if it is below
    /// <see cref="Shortest"/> and the allowed time.
    /// </summary>
    public TimeSpan Longest
    {
        get
        {
            TimeSpan still = Still;
            lock (_turn)
            {
                TimeSpan longest = still > _longest ? still : _longest;
                return longest >= Shortest + allowed ? longest : TimeSpan.Zero;
            }
        }
    }

    /// <summary>Takes a reading; the first one after a pause starts the time.</summary>
    /// <param name="done">Bytes completed so far; any change counts as completing some.</param>
    /// <param name="total">Total number of bytes, or null if unknown. Counting ends with the last byte.</param>
    public void Saw(long done, long? total)
    {
        lock (_turn)
        {
            if (!_counts || done != _done)
            {
                End();
                (_since, _done) = (clock.GetTimestamp(), done);
            }

            _counts = total is not { } all || done < all;
        }
    }

    /// <summary>Pauses counting, because something else is being done, for example a flush.</summary>
    public void Pause()
    {
        lock (_turn)
        {
            End();
            _counts = false;
        }
    }

    private void End()
    {
        TimeSpan still = _counts ? clock.GetElapsedTime(_since) : TimeSpan.Zero;
        _longest = still > _longest ? still : _longest;
    }
}
