using Landspeed.Experiments.Measuring;

namespace Landspeed.Cli.Output;

/// <summary>Shows where a measurement stands, on standard error, once it takes longer than two seconds.</summary>
/// <remarks>For one thread.</remarks>
internal sealed class ProgressPrinter : IProgress<MeasurementProgress>
{
    private const string EraseToEndOfLine = "\u001b[K";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan PlainInterval = TimeSpan.FromSeconds(5);
    private readonly Terminal _terminal;
    private readonly TimeProvider _time;
    private readonly int _runs;
    private readonly long _start;
    private long? _lastPrint;

    /// <summary>Starts the clock.</summary>
    /// <param name="terminal">Receives the lines.</param>
    /// <param name="time">The clock.</param>
    /// <param name="runs">How many runs there will be.</param>
    internal ProgressPrinter(Terminal terminal, TimeProvider time, int runs)
    {
        _terminal = terminal;
        _time = time;
        _runs = runs;
        _start = time.GetTimestamp();
    }

    /// <inheritdoc/>
    public void Report(MeasurementProgress value)
    {
        if (!IsDue())
        {
            return;
        }

        _lastPrint = _time.GetTimestamp();
        string text = $"landspeed: {ProgressText.Of(value, _runs)}";
        _terminal.TryWriteError(_terminal.ErrorCanRewrite ? $"\r{text}{EraseToEndOfLine}" : $"{text}\n");
    }

    /// <summary>Removes the line, so that other output starts in the first column.</summary>
    internal void Clear()
    {
        if (_terminal.ErrorCanRewrite && _lastPrint is not null)
        {
            _terminal.TryWriteError($"\r{EraseToEndOfLine}");
        }
    }

    private bool IsDue() =>
        _time.GetElapsedTime(_start) >= Patience
        && (_terminal.ErrorCanRewrite || _lastPrint is not { } last || _time.GetElapsedTime(last) >= PlainInterval);
}
