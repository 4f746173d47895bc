using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Copying;

namespace Landspeed.Cli.Output;

/// <summary>Shows where a copy or a verification stands.</summary>
/// <remarks>For one thread at a time.</remarks>
internal sealed class CopyProgressPrinter : IProgress<CopyProgress>
{
    private readonly ProgressLine _line;
    private readonly RateWindow _rate = new();
    private CopyPhase? _phase;

    /// <summary>Starts the clock.</summary>
    /// <param name="terminal">Receives the lines.</param>
    /// <param name="time">The clock.</param>
    internal CopyProgressPrinter(Terminal terminal, TimeProvider time)
    {
        _line = new ProgressLine(terminal, time);
    }

    /// <inheritdoc/>
    public void Report(CopyProgress value)
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
            _line.Show(CopyProgressText.Of(value, _rate.BytesPerS));
        }
    }

    /// <summary>Removes the line, so that other output starts in the first column.</summary>
    internal void Clear() => _line.Clear();
}

/// <summary>Where a copy stands, for people.</summary>
internal static class CopyProgressText
{
    /// <summary>Phase, share, rate, time left, bytes, files and the current one, as far as they are known.</summary>
    /// <param name="progress">Where it stands.</param>
    /// <param name="bytesPerS">How fast it is now; null: not known.</param>
    internal static string Of(CopyProgress progress, double? bytesPerS)
    {
        List<string> parts = [];
        bool known = progress is { IsComplete: true, TotalBytes: > 0 };
        if (known)
        {
            parts.Add(Text($"{Math.Clamp(100.0 * progress.Bytes / progress.TotalBytes, 0, 100):0} %"));
        }

        if (bytesPerS is { } rate && progress.Phase != CopyPhase.Flushing)
        {
            parts.Add(Text($"{rate / 1e6:0.0} MB/s"));
            if (known)
            {
                parts.Add($"{ProgressText.Remaining(Math.Max(0, progress.TotalBytes - progress.Bytes) / rate)} left");
            }
        }

        string more = progress.IsComplete ? string.Empty : " so far";
        string total = progress is { IsComplete: false, TotalBytes: 0 } ? string.Empty : $" of {Shown.Size(progress.TotalBytes)}";
        parts.Add($"{Shown.Size(progress.Bytes)}{total}{more}");
        if (progress.TotalFiles > 1)
        {
            parts.Add(Text($"{progress.Files:N0} of {progress.TotalFiles:N0} files{more}"));
        }

        string current = progress.Current is { } file ? $": {file.Display}" : string.Empty;
        return $"{Name(progress.Phase)}: {string.Join(", ", parts)}{current}";
    }

    private static string Name(CopyPhase phase) => phase switch
    {
        CopyPhase.Checking => "preparing",
        CopyPhase.Copying => "copying",
        CopyPhase.Flushing => "making the data durable",
        CopyPhase.Verifying => "verifying",
        _ => "working",
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>How fast something moves now: over the last five seconds or so, not since the start.</summary>
/// <remarks>What an interrupted copy had left is dealt with at once; a mean since the start would promise too much.</remarks>
internal sealed class RateWindow
{
    private const int Samples = 10;
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(500);
    private readonly Queue<(TimeSpan At, long Bytes)> _samples = new();
    private (TimeSpan At, long Bytes) _last;

    /// <summary>Bytes a second; null: not known yet.</summary>
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
    /// <param name="bytes">Bytes so far; fewer than before begins anew.</param>
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
