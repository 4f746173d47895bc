using System.Text;

namespace Landspeed.Cli.Arguments;

/// <summary>The words that an option accepts, whatever they stand for.</summary>
internal abstract class WordList
{
    /// <summary>All of them, in the order of the help.</summary>
    internal abstract IReadOnlyList<ListedWord> Words { get; }
}

/// <summary>A word that an option accepts.</summary>
/// <param name="Text">As it is typed.</param>
/// <param name="Note">What help says of it in brackets; null: nothing.</param>
internal sealed record ListedWord(string Text, string? Note);

/// <summary>The words that an option accepts, and what they mean.</summary>
/// <typeparam name="T">What a word stands for.</typeparam>
/// <remarks>
/// Each start of the command makes the lists of all verbs. Loops instead of queries: a query over these tuples is no code that
/// was compiled ahead of time, and all of them cost every start 60 ms.
/// </remarks>
internal sealed class WordList<T> : WordList
{
    private readonly (string Word, T Value, string? Note)[] _words;

    /// <summary>A list.</summary>
    /// <param name="words">Each with its value, and what help says of it in brackets, or null.</param>
    internal WordList(params (string Word, T Value, string? Note)[] words)
    {
        _words = words;
    }

    /// <inheritdoc/>
    internal override IReadOnlyList<ListedWord> Words
    {
        get
        {
            var words = new ListedWord[_words.Length];
            for (int index = 0; index < words.Length; index++)
            {
                words[index] = new ListedWord(_words[index].Word, _words[index].Note);
            }

            return words;
        }
    }

    /// <summary>For example <c>none, end (once, after the last) or each</c>.</summary>
    internal string Alternatives => Joined(" or ", withNotes: true);

    /// <summary>For example <c>read, write, extend</c>.</summary>
    internal string Enumeration => Joined(", ", withNotes: true);

    /// <summary>Values with their names.</summary>
    internal static WordList<T> Of(IReadOnlyList<T> values, Func<T, string> name)
    {
        var words = new (string, T, string?)[values.Count];
        for (int index = 0; index < words.Length; index++)
        {
            words[index] = (name(values[index]), values[index], null);
        }

        return new WordList<T>(words);
    }

    /// <summary>These words, and more.</summary>
    /// <param name="convert">Their values there.</param>
    /// <param name="more">What comes after them.</param>
    internal WordList<TOther> And<TOther>(Func<T, TOther> convert, params (string Word, TOther Value, string? Note)[] more)
    {
        var words = new (string, TOther, string?)[_words.Length + more.Length];
        more.CopyTo(words, _words.Length);
        for (int index = 0; index < _words.Length; index++)
        {
            (string word, T value, string? note) = _words[index];
            words[index] = (word, convert(value), note);
        }

        return new WordList<TOther>(words);
    }

    /// <summary>Whether a word is one of them.</summary>
    internal bool Has(string word) => IndexOf(word) >= 0;

    /// <summary>The value of a word, in any case.</summary>
    /// <param name="option">For messages.</param>
    /// <param name="text">What was typed.</param>
    /// <exception cref="Experiments.ExperimentException">It is none of them.</exception>
    internal T Read(string option, string text) => _words[Find(option, text)].Value;

    /// <summary>The values of several words with commas between them, each once, in the order of the list.</summary>
    /// <param name="option">For messages.</param>
    /// <param name="text">What was typed.</param>
    /// <exception cref="Experiments.ExperimentException">One is none of them, or empty.</exception>
    internal IReadOnlyList<T> ReadSeveral(string option, string text)
    {
        string[] items = ValueLists.Items(option, text, $"allowed: {Joined(", ", withNotes: false)}");
        HashSet<int> named = [.. items.Select(item => Find(option, item))];
        return [.. named.Order().Select(index => _words[index].Value)];
    }

    private int Find(string option, string text)
    {
        int index = IndexOf(text);
        return index >= 0
            ? index
            : throw UsageError.Of(
                $"{option} {Shown.Value(text)} is unknown"
                + (Suggestion.Question(text, Words.Select(word => word.Text)) is { } question ? $"{question} Allowed" : "; allowed")
                + $": {Joined(", ", withNotes: false)}");
    }

    private int IndexOf(string text)
    {
        for (int index = 0; index < _words.Length; index++)
        {
            if (string.Equals(_words[index].Word, text, StringComparison.OrdinalIgnoreCase))
            {
                return index;
            }
        }

        return -1;
    }

    private string Joined(string last, bool withNotes)
    {
        var text = new StringBuilder();
        for (int index = 0; index < _words.Length; index++)
        {
            text.Append(index == 0 ? string.Empty : index == _words.Length - 1 ? last : ", ").Append(_words[index].Word);
            if (withNotes && _words[index].Note is { } note)
            {
                text.Append(" (").Append(note).Append(')');
            }
        }

        return text.ToString();
    }
}
