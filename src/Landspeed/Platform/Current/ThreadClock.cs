namespace Landspeed.Platform.Current;

/// <summary>
/// The system's clock with timers that each have their own thread. The runtime's timers need a pool of threads, and end
/// the process if the system refuses it one.
/// </summary>
internal sealed class ThreadClock : TimeProvider
{
    /// <inheritdoc/>
    /// <exception cref="NativeIOException">The system refuses to create the thread.</exception>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        new ThreadTimer(this, () => callback(state), dueTime, period);

    /// <summary>Fires on its own thread, never twice at the same time; late ticks are not made up for.</summary>
    private sealed class ThreadTimer : ITimer
    {
        private readonly object _gate = new();
        private readonly TimeProvider _clock;
        private readonly Action _ring;
        private TimeSpan _due;
        private TimeSpan _period;
        private long _since;
        private bool _ended;

        internal ThreadTimer(TimeProvider clock, Action ring, TimeSpan due, TimeSpan period)
        {
            (_clock, _ring) = (clock, ring);
            Change(due, period);
            Threads.Start(Run, "landspeed timer");
        }

        /// <inheritdoc/>
        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (_gate)
            {
                (_due, _period, _since) = (dueTime, period, _clock.GetTimestamp());
                Monitor.PulseAll(_gate);
                return !_ended;
            }
        }

        /// <inheritdoc/>
        public void Dispose()
        {
            lock (_gate)
            {
                _ended = true;
                Monitor.PulseAll(_gate);
            }
        }

        /// <inheritdoc/>
        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }

        private void Run()
        {
            while (Wait())
            {
                _ring();
            }
        }

        // False at its end.
        private bool Wait()
        {
            lock (_gate)
            {
                while (!_ended)
                {
                    TimeSpan left = _due - _clock.GetElapsedTime(_since);
                    if (_due != Timeout.InfiniteTimeSpan && left <= TimeSpan.Zero)
                    {
                        _due = _period > TimeSpan.Zero ? _period : Timeout.InfiniteTimeSpan;
                        _since = _clock.GetTimestamp();
                        return true;
                    }

                    Monitor.Wait(_gate, _due == Timeout.InfiniteTimeSpan ? Timeout.InfiniteTimeSpan : Whole(left));
                }

                return false;
            }
        }

        // Waiting for a fraction of a millisecond would be no wait at all.
        private static TimeSpan Whole(TimeSpan left) =>
            TimeSpan.FromMilliseconds(Math.Min(Math.Ceiling(left.TotalMilliseconds), int.MaxValue));
    }
}
