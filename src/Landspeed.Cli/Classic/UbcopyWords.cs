using Landspeed.Cli.Arguments;
using Landspeed.Experiments;

namespace Landspeed.Cli.Classic;

/// <summary>
/// Tells the words of UBCopy apart: each option with its value attached (<c>-sA</c>, <c>-s:A</c>, <c>-s=A</c>,
/// <c>--sourcefile=A</c>) or as the next word.
/// </summary>
internal static class UbcopyWords
{
    // The options of UBCopy 1.7.
    private static readonly Option[] s_options =
        [.. new Ubcopy().Options.Select(option => new Option(option.Name[1..], option.Alias![2..]))];

    private static readonly string[] s_flags = ["help", "version", "no-color"];

    /// <summary>Scans.</summary>
    /// <returns>Values by the letter of their option; flags by their name, with an empty value.</returns>
    /// <exception cref="ExperimentException">A word is no option of this grammar, or lacks its value.</exception>
    internal static IReadOnlyDictionary<string, string> Scan(IReadOnlyList<string> words)
    {
        var values = new Dictionary<string, string>(StringComparer.Ordinal);
        for (int index = 0; index < words.Count; index++)
        {
            string word = TypographicDash.ToHyphens(
                words[index],
                name => s_flags.Contains(name)
                    || Array.Exists(s_options, option => option.Name.Equals(name, StringComparison.OrdinalIgnoreCase)));
            (string name, string? value) = Split(word);
            if (value is null)
            {
                index++;
                value = index < words.Count && words[index].Length > 0
                    ? words[index]
                    : throw UsageError.Of($"the option {Shown.Value(word)} needs a value; see ubcopy --help");
            }

            if (!values.TryAdd(name, value))
            {
                throw UsageError.Of($"the option {Shown.Value(word)} is given twice; name it once");
            }
        }

        return values;
    }

    private static (string Name, string? Value) Split(string word)
    {
        string bare = word.StartsWith("--", StringComparison.Ordinal) ? word[2..] : word.StartsWith('-') ? word[1..] : string.Empty;
        int separator = bare.IndexOfAny(['=', ':']);
        string name = separator < 0 ? bare : bare[..separator];
        string? value = separator < 0 ? null : bare[(separator + 1)..];
        if (name is "h" or "?")
        {
            name = "help";
        }

        if (s_flags.Contains(name) && value is null)
        {
            return (name, string.Empty);
        }

        bool isLong = word.StartsWith("--", StringComparison.Ordinal);
        Option? option = s_options.FirstOrDefault(one =>
            string.Equals(one.Name, name, StringComparison.OrdinalIgnoreCase) || (!isLong && one.Letter == name));
        if (option is not null)
        {
            return value is not "" ? (option.Letter, value) : throw UsageError.Of($"the option {Shown.Value(word)} needs a value; see ubcopy --help");
        }

        Option? attached = isLong || bare.Length < 2 ? null : s_options.FirstOrDefault(one => bare.StartsWith(one.Letter, StringComparison.Ordinal));
        return attached is not null
            ? (attached.Letter, bare[1..])
            : throw (bare.Length == 0
                ? UsageError.Of($"a name without an option {Shown.Value(word)}; see ubcopy --help")
                : UsageError.UnknownOption(word, "ubcopy --help", VerbOption.NamesOf(new Ubcopy().Options)));
    }

    /// <summary>An option of UBCopy.</summary>
    /// <param name="Letter">Its short name.</param>
    /// <param name="Name">Its long name.</param>
    private sealed record Option(string Letter, string Name);
}
