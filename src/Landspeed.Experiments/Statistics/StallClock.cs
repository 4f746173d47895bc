namespace Landspeed.Experiments.Statistics;

/// <summary>Finds out how long work that counts bytes completes none: a frozen volume, a device that does not answer.</summary>
/// <param name="clock">Measures the time.</param>
/// <param name="allowed">How long the work waits of its own will, because it is held to a rate; zero: never.</param>
/// <remarks>Safe for all threads.</remarks>
public sealed class StallClock(TimeProvider clock, TimeSpan allowed)
{
    /// <summary>What is shorter is the pace of a slow device, and no stall: 1 s.</summary>
    public static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    private readonly Lock _turn = new();
    private long _since;
    private long _done = -1;
    private bool _counts;
    private TimeSpan _longest;

    /// <summary>How long the work waits of its own will.</summary>
    public TimeSpan Allowed => allowed;

    /// <summary>Whether there was any reading.</summary>
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

    /// <summary>How long no byte was completed up to now; zero while nothing is counted.</summary>
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

    /// <summary>The longest time in which no byte was completed, the present one included; zero where it is below <see cref="Shortest"/> and what is allowed.</summary>
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

    /// <summary>Takes a reading; the first one after a pause begins the time.</summary>
    /// <param name="done">Bytes completed so far; any change counts as completing some.</param>
    /// <param name="total">Bytes in all; null: not known. With the last byte nothing is counted any more.</param>
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

    /// <summary>Nothing is counted from now on: something else is done, a flush for example.</summary>
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
