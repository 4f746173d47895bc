using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Sweeping;
using Landspeed.Reporting;

namespace Landspeed.Cli.Output;

/// <summary>
/// A sweep on a terminal: the table of cells, filled as they end, and a line that says what is going on. Where the table
/// does not fit, that line alone.
/// </summary>
internal sealed class SweepScreen : ISweepDisplay
{
    // A terminal that does not know its size is an old one.
    private const int UnknownWidth = 80;
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);
    private readonly Terminal _terminal;
    private readonly Func<ReportStyle, DocumentWriter<IReadOnlyList<SweepCellRecord>>> _table;
    private readonly TimeProvider _time;
    private readonly LiveArea _area;
    private readonly string _heading;
    private long? _lastDrawn;

    /// <summary>Prepares; draws nothing yet.</summary>
    /// <param name="terminal">Receives the lines.</param>
    /// <param name="parts">Lay the table out.</param>
    /// <param name="time">The clock.</param>
    /// <param name="heading">First line.</param>
    internal SweepScreen(Terminal terminal, SweepParts parts, TimeProvider time, string heading)
    {
        _terminal = terminal;
        _table = parts.LiveTable;
        _time = time;
        _heading = heading;
        _area = new LiveArea(terminal);
    }

    /// <inheritdoc/>
    public void Report(SweepProgress value)
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

    private List<string> Lines(SweepProgress progress)
    {
        (int columns, int rows) = _terminal.ErrorSize() ?? (UnknownWidth, 0);
        string status = Clip($"landspeed: {Shown.OneLine(SweepStatus.Now(progress))}", columns);
        string[] table = Table(progress.Cells, columns);

        // Heading, status, and one row for the cursor.
        bool fits = table.Length + 3 <= rows && table.All(line => line.Length < columns);
        return fits ? [Clip(_heading, columns), .. table, status] : [status];
    }

    private string[] Table(IReadOnlyList<SweepCellRecord> cells, int columns)
    {
        using var text = new StringWriter { NewLine = "\n" };
        _table(ReportStyle.Plain with { Width = columns - 1 })(cells, text);
        return text.ToString().TrimEnd('\n').Split('\n');
    }

    // The last column stays empty: some terminals wrap as soon as it is filled.
    private static string Clip(string line, int columns) =>
        line.Length < columns ? line : line[..Math.Max(columns - 1, 0)];
}
