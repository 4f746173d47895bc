using System.Text;

namespace Landspeed.Quantities;

/// <summary>Makes text typed by a person safe to repeat in a message.</summary>
internal static class QuotedText
{
    private const int Longest = 60; // characters; more hides the rest of the message

    /// <summary>
    /// Returns the text in quotes, shortened if long; <c>?</c> stands for control and format characters.
    /// </summary>
    internal static string Of(string text)
    {
        var safe = new StringBuilder("'");
        foreach (char value in text.Take(Longest))
        {
            bool harmless = char.IsLetterOrDigit(value) || char.IsPunctuation(value) || char.IsSymbol(value) || value == ' ';
            safe.Append(harmless ? value : '?');
        }

        return safe.Append(text.Length > Longest ? "…'" : "'").ToString();
    }
}
