using Landspeed.Reporting.Views;
using Landspeed.Reporting.Words;
using Spectre.Console;

namespace Landspeed.Reporting.Terminal;

/// <summary>Short parts one after the other, on as many lines as the width asks for; no part is broken.</summary>
internal static class Flow
{
    private const string Gap = "   ";

    /// <summary>Puts as many parts on a line as fit.</summary>
    public static void Write(Canvas canvas, IEnumerable<MarkedText> parts, int indent = 0)
    {
        var line = new Paragraph(new string(' ', indent));
        int column = indent;
        foreach ((string part, Mark mark) in parts)
        {
            string text = HarmlessText.ForTerminal(part);
            if (column > indent && column + Gap.Length + text.Length > canvas.Width)
            {
                canvas.Write(line);
                line = new Paragraph(new string(' ', indent));
                column = indent;
            }

            string before = column > indent ? Gap : string.Empty;
            line.Append(before).Append(text, Canvas.StyleOf(mark));
            column += before.Length + text.Length;
        }

        canvas.Write(line);
    }
}
