using System.Globalization;
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
        string text = $"landspeed: {Describe(value)}";
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

    private string Describe(MeasurementProgress progress)
    {
        List<string> parts = [];
        double seconds = progress.Elapsed.TotalSeconds;
        if (Share(progress) is { } share)
        {
            parts.Add(Text($"{share * 100:0} %"));
        }

        if (progress.DoneBytes > 0 && seconds > 0)
        {
            parts.Add(Text($"{progress.DoneBytes / seconds / 1e6:0.0} MB/s"));
        }

        if (Share(progress) is > 0 and var done)
        {
            parts.Add($"{Remaining(seconds / done * (1 - done))} left");
        }

        string run = _runs > 1 ? Text($", run {progress.RunIndex + 1} of {_runs}") : string.Empty;
        string what = Name(progress.Phase) + run;
        return parts.Count == 0 ? what : $"{what}: {string.Join(", ", parts)}";
    }

    // Bytes bound a phase, or time does, or whichever comes first.
    private static double? Share(MeasurementProgress progress)
    {
        double? ofBytes = progress.TotalBytes is > 0 and var total ? progress.DoneBytes / (double)total : null;
        double? ofTime = progress.Total is { Ticks: > 0 } time ? progress.Elapsed / time : null;
        double? share = (ofBytes, ofTime) is ({ } bytes, { } elapsed) ? Math.Max(bytes, elapsed) : ofBytes ?? ofTime;
        return share is { } value ? Math.Clamp(value, 0, 1) : null;
    }

    private static string Remaining(double seconds) => seconds switch
    {
        < 100 => Text($"{Math.Ceiling(Math.Round(seconds, 3)):0} s"),
        < 6000 => Text($"{Math.Ceiling(seconds / 60):0} min"),
        _ => Text($"{seconds / 3600:0.0} h"),
    };

    private static string Name(MeasurementPhase phase) => phase switch
    {
        MeasurementPhase.Preparing => "preparing the file",
        MeasurementPhase.Dropping => "dropping the file from the page cache",
        MeasurementPhase.Baseline => "watching the idle machine",
        MeasurementPhase.WarmingUp => "warming up",
        MeasurementPhase.Measuring => "measuring",
        MeasurementPhase.Flushing => "making the data durable",
        _ => "working",
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
