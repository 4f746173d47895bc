using System.Globalization;
using System.Text;

namespace Landspeed.Reporting.Words;

/// <summary>Text from outside that cannot do anything but stand there.</summary>
/// <remarks>A stored result may come from anyone: what the program that made it escaped proves nothing.</remarks>
internal static class HarmlessText
{
    /// <summary>Control, bidirectional and zero-width characters as <c>\xNN</c>, the bytes of their UTF-8; line feeds stay.</summary>
    public static string ForTerminal(string text) => Escaped(text, rune => rune.Value == '\n' || IsHarmless(rune));

    /// <summary>
    /// What a spreadsheet shows and does not execute: an apostrophe stands before each sign that begins a formula there (<c>= + - @</c>, a
    /// tab or the end of a line), at the start of the text and behind what may be taken for the end of a cell. Numbers stay as they are.
    /// </summary>
    /// <remarks>
    /// Source: OWASP, CSV injection. Quotes do not help, spreadsheets remove them first; and where the decimal comma is in use a semicolon
    /// ends a cell, also between quotes.
    /// </remarks>
    public static string ForSpreadsheet(string text)
    {
        if (double.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent, CultureInfo.InvariantCulture, out _))
        {
            return text;
        }

        var harmless = new StringBuilder(text.Length + 1);
        bool isStart = true;
        foreach (char letter in Escaped(text, rune => rune.Value is '\n' or '\r' or '\t' || IsHarmless(rune)))
        {
            // Full-width signs too: some input methods and spreadsheets take them for the others.
            if (isStart && letter is '=' or '+' or '-' or '@' or '\n' or '\r' or '\t' or '\uff1d' or '\uff0b' or '\uff0d' or '\uff20')
            {
                harmless.Append('\'');
            }

            harmless.Append(letter);
            isStart = letter is ';' or '\n' or '\r' or '\t' || (isStart && letter is ' ' or '"');
        }

        return harmless.ToString();
    }

    /// <summary>Bidirectional and zero-width characters as <c>\xNN</c>, for pages, where control characters mean nothing.</summary>
    public static string WithoutFormats(string text) => Escaped(text, rune => Rune.GetUnicodeCategory(rune) != UnicodeCategory.Format);

    // Neither moves the cursor, nor turns text round, nor hides.
    private static bool IsHarmless(Rune rune) => Rune.GetUnicodeCategory(rune) is not (
        UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator
        or UnicodeCategory.Surrogate or UnicodeCategory.PrivateUse or UnicodeCategory.OtherNotAssigned);

    private static string Escaped(string text, Func<Rune, bool> isKept)
    {
        StringBuilder? escaped = null;
        Span<byte> utf8 = stackalloc byte[4];
        int done = 0;
        foreach (Rune rune in text.EnumerateRunes())
        {
            int length = rune.Utf16SequenceLength;
            if (isKept(rune))
            {
                escaped?.Append(text, done, length);
            }
            else
            {
                escaped ??= new StringBuilder(text, 0, done, text.Length + 16);
                foreach (byte value in utf8[..rune.EncodeToUtf8(utf8)])
                {
                    escaped.Append(CultureInfo.InvariantCulture, $"\\x{value:X2}");
                }
            }

            done += length;
        }

        return escaped?.ToString() ?? text;
    }
}
