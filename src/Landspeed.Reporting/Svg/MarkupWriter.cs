using System.Text;
using Landspeed.Reporting.Words;

namespace Landspeed.Reporting.Svg;

/// <summary>Writes elements that are well-formed XML and, with the elements we use, good HTML at once.</summary>
/// <remarks>All text and all attribute values are escaped here, and nowhere else.</remarks>
internal sealed class MarkupWriter
{
    private readonly StringBuilder _text = new();
    private readonly Stack<string> _open = new();

    /// <summary>Starts an element; <see cref="Close"/> ends it.</summary>
    public MarkupWriter Open(string name, params ReadOnlySpan<(string Name, string Value)> attributes)
    {
        Start(name, attributes);
        _text.Append('>');
        _open.Push(name);
        return this;
    }

    /// <summary>Ends the element that was started last.</summary>
    public MarkupWriter Close()
    {
        _text.Append("</").Append(_open.Pop()).Append('>');
        return this;
    }

    /// <summary>An element without content.</summary>
    public MarkupWriter Empty(string name, params ReadOnlySpan<(string Name, string Value)> attributes)
    {
        Start(name, attributes);
        _text.Append("/>");
        return this;
    }

    /// <summary>An element with text only.</summary>
    public MarkupWriter Leaf(string name, string text, params ReadOnlySpan<(string Name, string Value)> attributes) =>
        Open(name, attributes).Text(text).Close();

    /// <summary>Text, of any origin.</summary>
    public MarkupWriter Text(string text)
    {
        Escape(text);
        return this;
    }

    /// <summary>A line feed, so that the file can be read and compared.</summary>
    public MarkupWriter Line()
    {
        _text.Append('\n');
        return this;
    }

    /// <summary>Markup or a style sheet of ours, as it is.</summary>
    public MarkupWriter Raw(string markup)
    {
        _text.Append(markup);
        return this;
    }

    /// <summary>What was written so far.</summary>
    public override string ToString() => _text.ToString();

    private void Start(string name, ReadOnlySpan<(string Name, string Value)> attributes)
    {
        _text.Append('<').Append(name);
        foreach ((string key, string value) in attributes)
        {
            _text.Append(' ').Append(key).Append("=\"");
            Escape(value);
            _text.Append('"');
        }
    }

    private void Escape(string text)
    {
        // Runes: half a surrogate pair comes out as U+FFFD, as it could not be encoded.
        foreach (Rune rune in HarmlessText.WithoutFormats(text).EnumerateRunes())
        {
            _ = rune.Value switch
            {
                '&' => _text.Append("&amp;"),
                '<' => _text.Append("&lt;"),
                '>' => _text.Append("&gt;"),
                '"' => _text.Append("&quot;"),
                '\'' => _text.Append("&#39;"),
                _ => _text.Append(IsAllowed(rune.Value) ? rune.ToString() : "\ufffd"),
            };
        }
    }

    /// <summary>What XML 1.0 allows, without the controls that it discourages.</summary>
    private static bool IsAllowed(int value) => value is '\t' or '\n' || value is >= ' ' and < 0x7f
        || (value >= 0xa0 && value is not (0xfffe or 0xffff));
}
