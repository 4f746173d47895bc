namespace Landspeed.Cli.Output;

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
