using Landspeed.Files;

namespace Landspeed.Copying.Content;

/// <summary>
/// Limits the average rate of a copy from its beginning; it may catch up by at most a second's worth.
/// </summary>
/// <remarks>Thread-safe: a tree's small and large files share one.</remarks>
internal sealed class RateLimit
{
    private static readonly TimeSpan s_longestWait = TimeSpan.FromMilliseconds(100);

    private readonly Lock _turn = new();
    private readonly long? _bytesPerSecond;
    private readonly TimeProvider _time;
    private readonly CopyTraffic? _traffic;
    private long _free;

    /// <summary>Creates a limit that starts now.</summary>
    /// <param name="bytesPerSecond">The limit, or null for none.</param>
    /// <param name="time">The clock.</param>
    /// <param name="traffic">Counts the time for which a thread is held back, or null.</param>
    internal RateLimit(long? bytesPerSecond, TimeProvider time, CopyTraffic? traffic = null)
    {
        if (bytesPerSecond is { } limit)
        {
            ArgumentOutOfRangeException.ThrowIfNegativeOrZero(limit, nameof(bytesPerSecond));
        }

        (_bytesPerSecond, _time, _traffic) = (bytesPerSecond, time, traffic);
        _free = time.GetTimestamp();
    }

    /// <summary>True if there is a limit.</summary>
    internal bool IsSet => _bytesPerSecond is not null;

    /// <summary>Bytes to move at once: an eighth of a second's worth, in whole blocks, so that the rate is even.</summary>
    internal int PieceLimit(int requestSize) => _bytesPerSecond is { } limit
        ? (int)Math.Clamp(Alignment.AlignDown(limit / 8, DataChunks.Grain), DataChunks.Grain, requestSize)
        : requestSize;

    /// <summary>True if more may be started now.</summary>
    /// <param name="waits">Whether to wait briefly, at most 100 ms, if not.</param>
    /// <param name="stop">Ends the wait.</param>
    internal bool Allows(bool waits, CancellationToken stop)
    {
        if (!IsSet)
        {
            return true;
        }

        TimeSpan wait;
        lock (_turn)
        {
            wait = _time.GetElapsedTime(_time.GetTimestamp(), _free);
        }

        if (wait <= TimeSpan.Zero)
        {
            return true;
        }

        if (waits)
        {
            stop.WaitHandle.WaitOne(wait < s_longestWait ? wait + TimeSpan.FromMilliseconds(1) : s_longestWait);
        }

        return false;
    }

    /// <summary>Waits until more may be started, and accounts for it.</summary>
    internal void WaitAndTake(long bytes, CancellationToken stop)
    {
        if (!IsSet)
        {
            return;
        }

        if (!Allows(waits: false, stop))
        {
            HoldsBack();
            while (!stop.IsCancellationRequested && !Allows(waits: true, stop))
            {
                // again: the wait is short, and others share the limit
            }

            LetsGo();
        }

        Took(bytes);
    }

    /// <summary>Counts that a thread is held back from now on: it could start more, and may not.</summary>
    internal void HoldsBack() => _traffic?.Begin(TrafficKind.HeldBack);

    /// <summary>Counts that the thread may go on.</summary>
    internal void LetsGo() => _traffic?.End(TrafficKind.HeldBack);

    /// <summary>Accounts for bytes that were started.</summary>
    internal void Took(long bytes)
    {
        if (_bytesPerSecond is not { } limit)
        {
            return;
        }

        lock (_turn)
        {
            long now = _time.GetTimestamp();
            long earliest = now - _time.TimestampFrequency;
            _free = Math.Max(_free, earliest) + (long)((Int128)bytes * _time.TimestampFrequency / limit);
        }
    }
}
