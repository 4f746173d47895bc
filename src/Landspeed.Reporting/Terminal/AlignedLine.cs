using Landspeed.Reporting.Views;
using Landspeed.Reporting.Words;
using Spectre.Console;

namespace Landspeed.Reporting.Terminal;

/// <summary>A line whose parts end at given columns; no spaces behind the last.</summary>
internal sealed class AlignedLine
{
    private readonly Paragraph _text = new();
    private int _column;

    /// <summary>Appends a part so that it ends at a column, or behind the part before it where there is no room.</summary>
    public void EndAt(int column, string text, Mark mark = Mark.Plain)
    {
        if (text.Length > 0)
        {
            text = HarmlessText.ForTerminal(text);
            int gap = Math.Max(0, column - text.Length - _column);
            _text.Append(new string(' ', gap)).Append(text, Canvas.StyleOf(mark));
            _column += gap + text.Length;
        }
    }

    /// <summary>Appends the line.</summary>
    public void WriteTo(Canvas canvas) => canvas.Write(_text);
}
