using Landspeed.Experiments.Rounds;

namespace Landspeed.Cli.Output;

/// <summary>A sweep where there is no terminal: plain lines, a few a minute.</summary>
internal sealed class SweepLog : IRunDisplay
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);
    private readonly Terminal _terminal;
    private readonly TimeProvider _time;
    private readonly string _heading;
    private long? _lastPrint;

    /// <summary>Prepares; prints nothing yet.</summary>
    /// <param name="terminal">Receives the lines.</param>
    /// <param name="time">The clock.</param>
    /// <param name="heading">First line.</param>
    internal SweepLog(Terminal terminal, TimeProvider time, string heading)
    {
        _terminal = terminal;
        _time = time;
        _heading = heading;
    }

    /// <inheritdoc/>
    public void Report(ExperimentProgress value)
    {
        if (_lastPrint is null)
        {
            Print(_heading);
        }

        if ((value.CellEnded || value is { Cell: null, Work: not null } or { Work.Stalled.Ticks: > 0 }) && _time.GetElapsedTime(_lastPrint!.Value) >= Interval)
        {
            Print($"landspeed: {(value.CellEnded ? SweepStatus.Ended(value) : SweepStatus.Now(value))}");
        }
    }

    /// <inheritdoc/>
    public void Clear()
    {
    }

    private void Print(string line)
    {
        _lastPrint = _time.GetTimestamp();
        _terminal.TryWriteError($"{Arguments.Shown.OneLine(line)}\n");
    }
}
