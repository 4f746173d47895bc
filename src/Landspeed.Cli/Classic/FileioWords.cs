using Landspeed.Cli.Arguments;
using Landspeed.Experiments;

namespace Landspeed.Cli.Classic;

/// <summary>
/// The words of FileIO, told apart: letters with their value attached (<c>-k100mb</c>) or as the next word, and long options of today
/// (<c>--time 5s</c>, <c>--time=5s</c>) among them.
/// </summary>
/// <param name="Options">Value of each option that was given, by its name; empty for one without value.</param>
internal sealed record FileioWords(IReadOnlyDictionary<string, string> Options)
{
    private static readonly VerbOption[] s_options = [.. new Fileio().Options, .. HelpText.Common.Options];

    /// <summary>Scans.</summary>
    /// <exception cref="ExperimentException">A word is no option of this grammar, is given twice, or lacks its value.</exception>
    internal static FileioWords Scan(IReadOnlyList<string> words)
    {
        var options = new Dictionary<string, string>(StringComparer.Ordinal);
        for (int index = 0; index < words.Count; index++)
        {
            string word = words[index];
            (VerbOption option, string? value) = Split(word);
            if (option.Value is not null && value is null)
            {
                index++;
                value = index < words.Count && words[index].Length > 0
                    ? words[index] : throw UsageError.Of($"the option {Shown.Value(word)} needs a value; see fileio --help");
            }

            if (!options.TryAdd(option.Name, value ?? string.Empty))
            {
                throw UsageError.Of($"the option {Shown.Value(word)} is given twice; name it once");
            }
        }

        return new FileioWords(options);
    }

    /// <summary>Whether an option was given.</summary>
    internal bool Has(string option) => Options.ContainsKey(option);

    /// <summary>The value of an option; null when it was not given.</summary>
    internal string? Value(string option) => Options.GetValueOrDefault(option);

    private static (VerbOption Option, string? Value) Split(string word)
    {
        if (word is "-h" or "-?")
        {
            word = "--help";
        }

        int equals = word.IndexOf('=', StringComparison.Ordinal);
        bool isLong = word.StartsWith("--", StringComparison.Ordinal);
        string name = isLong && equals > 0 ? word[..equals] : word;
        VerbOption? option = s_options.FirstOrDefault(one => one.Name == name)
            ?? s_options.FirstOrDefault(one => !isLong && one is { IsLong: false, Value: not null } && word.StartsWith(one.Name, StringComparison.Ordinal));
        return option switch
        {
            null => throw UsageError.Of($"unknown option {Shown.Value(word)}; see fileio --help"),
            { Value: null } when name != word => throw UsageError.Of($"the option {Shown.Value(word)} takes no value; write {name} alone"),
            _ when name != word => (option, word[(equals + 1)..] is { Length: > 0 } value
                ? value : throw UsageError.Of($"the option {Shown.Value(word)} needs a value; see fileio --help")),
            { IsLong: false, Value: not null } when word != option.Name => (option, word[option.Name.Length..]),
            _ => (option, null),
        };
    }
}
