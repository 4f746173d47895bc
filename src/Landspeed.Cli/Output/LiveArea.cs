using System.Globalization;
using System.Text;

namespace Landspeed.Cli.Output;

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
