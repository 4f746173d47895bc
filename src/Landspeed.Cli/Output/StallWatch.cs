using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Cli.Output;

/// <summary>
/// Passes on where work stands. While it completes no byte, and so reports nothing, the last state is passed on again, with the time for
/// which it has stood still: a rate from before must not go on being shown.
/// </summary>
/// <typeparam name="T">Where the work stands.</typeparam>
/// <remarks>Safe for all threads; <c>show</c> is called by one at a time, and never again after disposal.</remarks>
internal sealed class StallWatch<T> : IProgress<T>, IDisposable
{
    // Shorter pauses are the pace of slow devices and of full write caches.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private readonly Lock _turn = new();
    private readonly TimeProvider _time;
    private readonly StallClock _stalls;
    private readonly Action<StallClock, T> _see;
    private readonly Action<T, TimeSpan> _show;
    private ITimer? _timer;
    private T? _last;
    private bool _ended;

    /// <summary>Prepares.</summary>
    /// <param name="time">The clock.</param>
    /// <param name="allowed">How long the work waits of its own will.</param>
    /// <param name="see">Reads the clock of stalls for where the work stands.</param>
    /// <param name="show">Receives where it stands, and how long it has stood still; zero: it goes on.</param>
    internal StallWatch(TimeProvider time, TimeSpan allowed, Action<StallClock, T> see, Action<T, TimeSpan> show)
    {
        (_time, _see, _show) = (time, see, show);
        _stalls = new StallClock(time, allowed);
    }

    private TimeSpan Stalled => _stalls.Still is var still && still > Patience + _stalls.Allowed ? still : TimeSpan.Zero;

    /// <inheritdoc/>
    public void Report(T value)
    {
        lock (_turn)
        {
            if (_ended)
            {
                return;
            }

            _see(_stalls, value);
            _last = value;
            _timer ??= _time.CreateTimer(_ => ShowStall(), null, Interval, Interval);
            _show(value, Stalled);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_turn)
        {
            _ended = true;
            _timer?.Dispose();
        }
    }

    private void ShowStall()
    {
        lock (_turn)
        {
            if (!_ended && Stalled is { Ticks: > 0 } stalled)
            {
                _show(_last!, stalled);
            }
        }
    }
}

/// <summary>The watch over experiments.</summary>
internal static class StallWatch
{
    /// <summary>Watches one for a display, which shows it as it is told.</summary>
    internal static StallWatch<ExperimentProgress> Of(IRunDisplay display, TimeProvider time) => new(time, TimeSpan.Zero, See, (progress, stalled) =>
        display.Report(progress.Work is { } work ? progress with { Work = work with { Stalled = stalled } } : progress));

    private static void See(StallClock stalls, ExperimentProgress progress)
    {
        if (progress is { CellEnded: false, Work: { CountsBytes: true } work })
        {
            stalls.Saw(work.DoneBytes, work.TotalBytes);
        }
        else
        {
            stalls.Pause();
        }
    }
}
