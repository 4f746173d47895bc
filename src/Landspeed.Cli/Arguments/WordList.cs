namespace Landspeed.Cli.Arguments;

/// <summary>The words that an option accepts, and what they mean.</summary>
/// <typeparam name="T">What a word stands for.</typeparam>
internal sealed class WordList<T>
{
    private readonly (string Word, T Value, string? Note)[] _words;

    /// <summary>A list.</summary>
    /// <param name="words">Each with its value, and what help says of it in brackets, or null.</param>
    internal WordList(params (string Word, T Value, string? Note)[] words)
    {
        _words = words;
    }

    /// <summary>The words with their values.</summary>
    internal IReadOnlyList<(string Word, T Value)> Pairs => [.. _words.Select(word => (word.Word, word.Value))];

    /// <summary>For example <c>none, end (once, after the last) or each</c>.</summary>
    internal string Alternatives => Joined(" or ");

    /// <summary>For example <c>read, write, extend</c>.</summary>
    internal string Enumeration => Joined(", ");

    /// <summary>A list of plain words.</summary>
    internal static WordList<T> Of(IEnumerable<(string Word, T Value)> words) =>
        new([.. words.Select(word => (word.Word, word.Value, (string?)null))]);

    /// <summary>The value of a word.</summary>
    /// <exception cref="Experiments.ExperimentException">It is none of them.</exception>
    internal T Read(string option, string text) => Values.Choice(option, text, Pairs);

    private string Joined(string last)
    {
        string[] shown = [.. _words.Select(word => word.Note is null ? word.Word : $"{word.Word} ({word.Note})")];
        return shown.Length < 2 ? string.Concat(shown) : string.Join(", ", shown[..^1]) + last + shown[^1];
    }
}
