using Landspeed.Cli.Arguments;
using Landspeed.Experiments;

namespace Landspeed.Cli.Classic;

/// <summary>
/// The words of a program of old, told apart: letters with their value attached (<c>-k100mb</c>) or as the next word, long options of today
/// (<c>--time 5s</c>, <c>--time=5s</c>) among them, in any order, and names.
/// </summary>
/// <param name="Options">Value of each option that was given, by its name; empty for one without value.</param>
/// <param name="Names">The words that are no options.</param>
internal sealed record ClassicWords(IReadOnlyDictionary<string, string> Options, IReadOnlyList<string> Names) : IGivenOptions
{
    /// <summary>Scans.</summary>
    /// <param name="program">Whose options there are.</param>
    /// <param name="words">The words after its name.</param>
    /// <exception cref="ExperimentException">A word is no option of this grammar, is given twice, or lacks its value.</exception>
    internal static ClassicWords Scan(ClassicProgram program, IReadOnlyList<string> words)
    {
        VerbOption[] known = [.. program.Options, .. HelpText.Common.Options];
        var options = new Dictionary<string, string>(StringComparer.Ordinal);
        List<string> names = [];
        for (int index = 0; index < words.Count; index++)
        {
            string word = TypographicDash.ToHyphens(
                words[index], name => Array.Exists(known, option => option.IsLong && option.Name == "--" + name));
            if (program.Operand is not null && !word.StartsWith('-'))
            {
                names.Add(word);
                continue;
            }

            (VerbOption option, string? value) = Split(program, known, word);
            if (option.Value is not null && value is null)
            {
                index++;
                value = index < words.Count && words[index].Length > 0
                    ? words[index] : throw UsageError.Of($"the option {Shown.Value(word)} needs a value; see {program.Name} --help");
            }

            if (!options.TryAdd(option.Name, value ?? string.Empty))
            {
                throw UsageError.Of($"the option {Shown.Value(word)} is given twice; name it once");
            }
        }

        return new ClassicWords(options, names);
    }

    /// <inheritdoc/>
    public bool Has(string option) => Options.ContainsKey(option);

    /// <inheritdoc/>
    public bool IsSet(string flag) => Has(flag);

    /// <inheritdoc/>
    public string? Text(string option) => Options.GetValueOrDefault(option);

    /// <inheritdoc/>
    public string[] Texts(string option) => Text(option) is { } text ? [text] : [];

    private static (VerbOption Option, string? Value) Split(ClassicProgram program, VerbOption[] known, string word)
    {
        if (word is "-h" or "-?")
        {
            word = "--help";
        }

        int equals = word.IndexOf('=', StringComparison.Ordinal);
        bool isLong = word.StartsWith("--", StringComparison.Ordinal);
        string name = isLong && equals > 0 ? word[..equals] : word;
        VerbOption? option = known.FirstOrDefault(one => one.Name == name)
            ?? known.FirstOrDefault(one => !isLong && one is { IsLong: false, Value: not null } && word.StartsWith(one.Name, StringComparison.Ordinal));
        return option switch
        {
            null => throw UsageError.UnknownOption(word, $"{program.Name} --help", known.SelectMany(one => one.Names)),
            { Value: null } when name != word => throw UsageError.Of($"the option {Shown.Value(word)} takes no value; write {name} alone"),
            _ when name != word => (option, word[(equals + 1)..] is { Length: > 0 } value
                ? value : throw UsageError.Of($"the option {Shown.Value(word)} needs a value; see {program.Name} --help")),
            { IsLong: false, Value: not null } when word != option.Name => (option, word[option.Name.Length..]),
            _ => (option, null),
        };
    }
}
