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
