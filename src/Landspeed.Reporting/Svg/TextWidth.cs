using System.Text;

namespace Landspeed.Reporting.Svg;

/// <summary>
/// How wide a text becomes. The font is the reader's: estimated for a wide one, so that others fit too.
/// </summary>
internal static class TextWidth
{
    // Advance in em of DejaVu Sans, the widest of the usual system fonts, rounded up by class of letter.
    private const double Narrow = 0.42;
    private const double Common = 0.65;
    private const double Wide = 1.0;

    /// <summary>The width in pixels.</summary>
    /// <param name="text">One line.</param>
    /// <param name="fontSize">Size of the font in pixels.</param>
    public static double Of(string text, double fontSize) => fontSize * text.EnumerateRunes().Sum(Advance);

    /// <summary>The text, its end replaced by an ellipsis when it is wider than allowed.</summary>
    public static string Cut(string text, double fontSize, double most)
    {
        if (Of(text, fontSize) <= most)
        {
            return text;
        }

        var kept = new StringBuilder();
        foreach (Rune rune in text.EnumerateRunes())
        {
            if (Of(kept.ToString() + rune + "…", fontSize) > most)
            {
                break;
            }

            kept.Append(rune);
        }

        return kept.Append('…').ToString();
    }

    /// <summary>The text on as many lines as it needs, broken at spaces.</summary>
    public static IReadOnlyList<string> Wrap(string text, double fontSize, double most)
    {
        var lines = new List<string> { string.Empty };
        foreach (string word in text.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            string longer = lines[^1].Length == 0 ? word : $"{lines[^1]} {word}";
            if (lines[^1].Length == 0 || Of(longer, fontSize) <= most)
            {
                lines[^1] = longer;
            }
            else
            {
                lines.Add(word);
            }
        }

        return lines;
    }

    private static double Advance(Rune rune) => rune.Value switch
    {
        ' ' or 'i' or 'j' or 'l' or 't' or 'f' or 'r' or 'I' => Narrow,
        '.' or ',' or ':' or ';' or '-' or '(' or ')' or '/' => Narrow,
        'm' or 'w' or 'M' or 'W' or '%' or '@' or '…' or '—' => Wide,
        >= 'A' and <= 'Z' => 0.79,
        < 0x2e80 => Common,
        _ => Wide,
    };
}
