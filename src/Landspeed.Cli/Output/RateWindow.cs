namespace Landspeed.Cli.Output;

/// <summary>How fast something moves now: over the last five seconds or so, not since the start.</summary>
/// <remarks>What an interrupted copy had left is dealt with at once; a mean since the start would promise too much.</remarks>
internal sealed class RateWindow
{
    private const int Samples = 10;
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(500);
    private readonly Queue<(TimeSpan At, long Bytes)> _samples = new([(TimeSpan.Zero, 0)]);
    private (TimeSpan At, long Bytes) _last;

    /// <summary>Bytes a second; null: not known yet.</summary>
    internal double? BytesPerS
    {
        get
        {
            (TimeSpan at, long bytes) = _samples.Peek();
            double seconds = (_last.At - at).TotalSeconds;
            return seconds > 0 && _last.Bytes > bytes ? (_last.Bytes - bytes) / seconds : null;
        }
    }

    /// <summary>Takes a reading.</summary>
    /// <param name="at">Time since the start.</param>
    /// <param name="bytes">Bytes so far; fewer than before begins anew.</param>
    internal void Add(TimeSpan at, long bytes)
    {
        if (bytes < _last.Bytes)
        {
            _samples.Clear();
            _samples.Enqueue((at, bytes));
        }
        else if (at - _last.At < Step)
        {
            return;
        }
        else
        {
            _samples.Enqueue((at, bytes));
        }

        _last = (at, bytes);
        while (_samples.Count > Samples)
        {
            _samples.Dequeue();
        }
    }
}
