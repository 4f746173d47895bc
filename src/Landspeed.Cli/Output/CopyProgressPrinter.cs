using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Cli.Output;

/// <summary>Shows where a copy or a verification stands.</summary>
/// <remarks>For one thread at a time.</remarks>
internal sealed class CopyProgressPrinter : IProgress<CopyProgress>, IDisposable
{
    private readonly ProgressLine _line;
    private readonly StallWatch<CopyProgress> _watch;
    private readonly RateWindow _rate = new();
    private CopyPhase? _phase;

    /// <summary>Starts the clock.</summary>
    /// <param name="terminal">Receives the lines.</param>
    /// <param name="time">The clock.</param>
    /// <param name="allowed">How long the copy waits of its own will.</param>
    /// <param name="see">Tells a stall from work; null: work moves bytes.</param>
    internal CopyProgressPrinter(
        Terminal terminal, TimeProvider time, TimeSpan allowed = default, Action<StallClock, CopyProgress>? see = null)
    {
        _line = new ProgressLine(terminal, time);
        _watch = new StallWatch<CopyProgress>(time, allowed, see ?? CopyStalls.See, Show);
    }

    /// <inheritdoc/>
    public void Report(CopyProgress value) => _watch.Report(value);

    /// <summary>Removes the line, so that other output starts in the first column.</summary>
    internal void Clear() => _line.Clear();

    /// <summary>Shows nothing from now on, and removes the line.</summary>
    public void Dispose()
    {
        _watch.Dispose();
        Clear();
    }

    private void Show(CopyProgress value, TimeSpan stalled)
    {
        bool entered = _phase != value.Phase;
        if (entered)
        {
            _phase = value.Phase;
            _rate.Restart();
        }

        _rate.Add(_line.Elapsed, value.Bytes);

        // A flush reports once and then takes its time: the line must not go on saying that bytes move.
        if (_line.IsDue || (entered && value.Phase == CopyPhase.Flushing && _line.Shows))
        {
            _line.Show(CopyProgressText.Of(value, _rate.BytesPerS, stalled));
        }
    }
}

/// <summary>How fast something moves now: over the last five seconds or so, not since the start.</summary>
/// <remarks>What an interrupted copy had left is dealt with at once; a mean since the start would promise too much.</remarks>
internal sealed class RateWindow
{
    private const int Samples = 10;
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(500);
    private readonly Queue<(TimeSpan At, long Bytes)> _samples = new();
    private (TimeSpan At, long Bytes) _last;

    /// <summary>Bytes per second, or null if not known yet.</summary>
    internal double? BytesPerS
    {
        get
        {
            if (!_samples.TryPeek(out (TimeSpan At, long Bytes) first))
            {
                return null;
            }

            (TimeSpan at, long bytes) = first;
            double seconds = (_last.At - at).TotalSeconds;
            return seconds > 0 && _last.Bytes > bytes ? (_last.Bytes - bytes) / seconds : null;
        }
    }

    /// <summary>Forgets what was: something else begins, whose speed says nothing about the one before.</summary>
    internal void Restart() => _samples.Clear();

    /// <summary>Takes a reading.</summary>
    /// <param name="at">Time since the start.</param>
    /// <param name="bytes">Bytes so far; fewer than before starts again.</param>
    internal void Add(TimeSpan at, long bytes)
    {
        if (bytes < _last.Bytes)
        {
            Restart();
        }

        if (_samples.Count > 0 && at - _last.At < Step)
        {
            return;
        }

        _last = (at, bytes);
        _samples.Enqueue(_last);
        if (_samples.Count > Samples)
        {
            _samples.Dequeue();
        }
    }
}
