namespace Landspeed.Cli.Output;

/// <summary>
/// One line about where a command stands, on standard error, once it takes longer than two seconds: rewritten in place on a
/// terminal, elsewhere a new one every five seconds.
/// </summary>
/// <remarks>For one thread at a time.</remarks>
internal sealed class ProgressLine
{
    private const string EraseToEndOfLine = "\u001b[K";
    private const int UnknownWidth = 80;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan PlainInterval = TimeSpan.FromSeconds(5);

    // As often as an eye can follow; who reports every request would otherwise draw thousands of times a second.
    private static readonly TimeSpan DrawnInterval = TimeSpan.FromMilliseconds(100);
    private readonly Terminal _terminal;
    private readonly TimeProvider _time;
    private readonly long _start;
    private long? _lastPrint;

    /// <summary>Starts the clock.</summary>
    /// <param name="terminal">Receives the lines.</param>
    /// <param name="time">The clock.</param>
    internal ProgressLine(Terminal terminal, TimeProvider time)
    {
        _terminal = terminal;
        _time = time;
        _start = time.GetTimestamp();
    }

    /// <summary>Time since the start.</summary>
    internal TimeSpan Elapsed => _time.GetElapsedTime(_start);

    /// <summary>Whether the next line would be shown.</summary>
    internal bool IsDue => Elapsed >= Patience
        && (_lastPrint is not { } last
            || _time.GetElapsedTime(last) >= (_terminal.ErrorCanRewrite ? DrawnInterval : PlainInterval));

    /// <summary>Whether a line was shown already.</summary>
    internal bool Shows => _lastPrint is not null;

    /// <summary>Shows a line.</summary>
    /// <param name="text">Without escapes; cut off where a terminal is narrower.</param>
    internal void Show(string text)
    {
        _lastPrint = _time.GetTimestamp();
        string line = $"landspeed: {text}";
        _terminal.TryWriteError(_terminal.ErrorCanRewrite ? $"\r{Clip(line)}{EraseToEndOfLine}" : $"{line}\n");
    }

    /// <summary>Removes the line, so that other output starts in the first column.</summary>
    internal void Clear()
    {
        if (_terminal.ErrorCanRewrite && _lastPrint is not null)
        {
            _terminal.TryWriteError($"\r{EraseToEndOfLine}");
        }
    }

    // The last column stays empty: some terminals wrap as soon as it is filled, and a wrapped line is never erased whole.
    private string Clip(string line)
    {
        int columns = _terminal.ErrorSize()?.Columns ?? UnknownWidth;
        return line.Length < columns ? line : line[..Math.Max(columns - 1, 0)];
    }
}
