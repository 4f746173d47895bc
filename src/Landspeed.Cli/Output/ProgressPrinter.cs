using Landspeed.Experiments.Measuring;

namespace Landspeed.Cli.Output;

/// <summary>Shows where a measurement stands.</summary>
/// <remarks>For one thread.</remarks>
internal sealed class ProgressPrinter : IProgress<MeasurementProgress>
{
    private readonly ProgressLine _line;
    private readonly int _runs;

    /// <summary>Starts the clock.</summary>
    /// <param name="terminal">Receives the lines.</param>
    /// <param name="time">The clock.</param>
    /// <param name="runs">How many runs there will be.</param>
    internal ProgressPrinter(Terminal terminal, TimeProvider time, int runs)
    {
        _line = new ProgressLine(terminal, time);
        _runs = runs;
    }

    /// <inheritdoc/>
    public void Report(MeasurementProgress value)
    {
        if (_line.IsDue)
        {
            _line.Show(ProgressText.Of(value, _runs));
        }
    }

    /// <summary>Removes the line, so that other output starts in the first column.</summary>
    internal void Clear() => _line.Clear();
}
