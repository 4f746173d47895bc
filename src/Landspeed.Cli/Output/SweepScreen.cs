using System.Globalization;
using System.Text;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Rounds;
using Landspeed.Reporting.Terminal;
using Landspeed.Results;

namespace Landspeed.Cli.Output;

/// <summary>
/// A sweep on a terminal: the table of cells, filled as they end, and a line that says what is going on. Where the table
/// does not fit, that line alone.
/// </summary>
internal sealed class SweepScreen : IRunDisplay
{
    // A terminal that does not know its size is an old one.
    private const int UnknownWidth = 80;
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);
    private readonly Terminal _terminal;
    private readonly Action<IReadOnlyList<CellRecord>, ReportStyle, TextWriter> _table;
    private readonly TimeProvider _time;
    private readonly LiveArea _area;
    private readonly string _heading;
    private long? _lastDrawn;

    /// <summary>Prepares; draws nothing yet.</summary>
    /// <param name="terminal">Receives the lines.</param>
    /// <param name="table">Lays the table out.</param>
    /// <param name="time">The clock.</param>
    /// <param name="heading">First line.</param>
    internal SweepScreen(Terminal terminal, Action<IReadOnlyList<CellRecord>, ReportStyle, TextWriter> table, TimeProvider time, string heading)
    {
        _terminal = terminal;
        _table = table;
        _time = time;
        _heading = heading;
        _area = new LiveArea(terminal);
    }

    /// <inheritdoc/>
    public void Report(ExperimentProgress value)
    {
        if (!value.CellEnded && _lastDrawn is { } last && _time.GetElapsedTime(last) < Interval)
        {
            return;
        }

        _lastDrawn = _time.GetTimestamp();
        _area.Draw(Lines(value));
    }

    /// <inheritdoc/>
    public void Clear() => _area.Clear();

    private List<string> Lines(ExperimentProgress progress)
    {
        (int columns, int rows) = _terminal.ErrorSize() ?? (UnknownWidth, 0);
        string status = Clip($"landspeed: {Shown.OneLine(SweepStatus.Now(progress))}", columns);
        string[] table = Table(progress.Cells, columns);

        // Heading, status, and one row for the cursor.
        bool fits = table.Length + 3 <= rows && table.All(line => line.Length < columns);
        return fits ? [Clip(_heading, columns), .. table, status] : [status];
    }

    private string[] Table(IReadOnlyList<CellRecord> cells, int columns)
    {
        using var text = new StringWriter { NewLine = "\n" };
        _table(cells, ReportStyle.Plain with { Width = columns - 1 }, text);
        return text.ToString().TrimEnd('\n').Split('\n');
    }

    // The last column stays empty: some terminals wrap as soon as it is filled.
    private static string Clip(string line, int columns) =>
        line.Length < columns ? line : line[..Math.Max(columns - 1, 0)];
}

/// <summary>Some lines of a terminal, drawn again in place.</summary>
/// <remarks>
/// Between two drawings the cursor stands in the first column of the line below, and it is never hidden: however the
/// process ends, the shell goes on in a sane place. For one thread.
/// </remarks>
internal sealed class LiveArea
{
    private const string EraseToEndOfLine = "\u001b[K";
    private const string EraseBelow = "\u001b[J";
    private readonly Terminal _terminal;
    private int _lines;

    internal LiveArea(Terminal terminal)
    {
        _terminal = terminal;
    }

    /// <summary>Puts lines in the place of those before.</summary>
    /// <param name="lines">Each narrower than the terminal, all of them fewer than it has rows; without escapes.</param>
    internal void Draw(IReadOnlyList<string> lines)
    {
        var frame = new StringBuilder(ToFirstLine());
        foreach (string line in lines)
        {
            frame.Append(line).Append(EraseToEndOfLine).Append('\n');
        }

        if (lines.Count < _lines)
        {
            frame.Append(EraseBelow);
        }

        _lines = lines.Count;
        _terminal.TryWriteError(frame.ToString());
    }

    /// <summary>Removes the lines; the cursor is then where the first of them was.</summary>
    internal void Clear()
    {
        if (_lines > 0)
        {
            _terminal.TryWriteError(ToFirstLine() + EraseBelow);
            _lines = 0;
        }
    }

    // A carriage return first: the terminal may have shown ^C.
    private string ToFirstLine() => _lines == 0
        ? string.Empty
        : string.Create(CultureInfo.InvariantCulture, $"\r\u001b[{_lines}A");
}
