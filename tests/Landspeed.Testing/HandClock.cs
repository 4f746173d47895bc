namespace Landspeed.Testing;

/// <summary>A clock that a test sets. Its timers go off on the thread that sets it, one after the other, each at its time.</summary>
/// <remarks>For one thread, which sets it forwards.</remarks>
public sealed class HandClock : TimeProvider
{
    private readonly List<Alarm> _alarms = [];
    private TimeSpan _now;

    /// <summary>Time since the start.</summary>
    public TimeSpan Now
    {
        get => _now;
        set
        {
            while (_alarms.Where(alarm => alarm.Next <= value).MinBy(alarm => alarm.Next) is { } due)
            {
                _now = due.Next;
                due.GoOff();
            }

            _now = value;
        }
    }

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <inheritdoc/>
    public override long GetTimestamp() => Now.Ticks;

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var alarm = new Alarm(this, () => callback(state)) { Next = Now + dueTime, Period = period };
        _alarms.Add(alarm);
        return alarm;
    }

    private sealed class Alarm(HandClock clock, Action goOff) : ITimer
    {
        internal TimeSpan Next { get; set; }

        internal TimeSpan Period { get; set; }

        internal void GoOff()
        {
            Next += Period;
            goOff();
        }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            (Next, Period) = (clock.Now + dueTime, period);
            return true;
        }

        public void Dispose() => clock._alarms.Remove(this);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
