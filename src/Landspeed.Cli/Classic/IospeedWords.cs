using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Quantities;

namespace Landspeed.Cli.Classic;

/// <summary>
/// The words of a 2004 command line, told apart: one-letter options with an attached or separate value, files anywhere. The
/// dash may be the typographic one that people paste from a document.
/// </summary>
/// <param name="Options">Value of each option that was given; empty for one without value.</param>
/// <param name="Files">The words that are no options.</param>
internal sealed record IospeedWords(IReadOnlyDictionary<string, string> Options, IReadOnlyList<string> Files) : IGivenOptions
{
    private static readonly VerbOption[] s_options = [.. new Iospeed().Options, .. HelpText.Common.Options];
    private static readonly string s_withValue = Letters(option => option is { Value: not null, BareValue: null });
    private static readonly string s_withOptionalSize = Letters(option => option.BareValue is not null);
    private static readonly string s_withoutValue = Letters(option => option.Value is null);
    private static readonly string[] s_longWithValue = LongNames(option => option.Value is not null);
    private static readonly Dictionary<string, string> s_bareValues = s_options
        .Where(option => option is { IsLong: true, BareValue: not null }).ToDictionary(option => option.Name[2..], option => option.BareValue!);

    private static readonly string[] s_longWithoutValue = LongNames(option => option.Value is null);

    // What has a letter here, and a long name with measure.
    private static readonly (string Name, string Letter)[] s_letters =
    [
        ("read", "-r"), ("write", "-w"), ("extend", "-x"), ("time", "-t"), ("request-size", "-b"), ("block-size", "-b"),
        ("queue-depth", "-a"), ("distance", "-s"), ("order", "-s0 or -s100"), ("touch", "-c"), ("preallocate", "-p"),
        ("size", "-r, -w, -x or -p with the size"),
    ];

    /// <summary>Scans.</summary>
    /// <exception cref="ExperimentException">A word is no option of this grammar, or lacks its value.</exception>
    internal static IospeedWords Scan(IReadOnlyList<string> words)
    {
        var options = new Dictionary<string, string>(StringComparer.Ordinal);
        List<string> files = [];
        for (int index = 0; index < words.Count; index++)
        {
            string word = words[index];
            if (word == "--")
            {
                files.AddRange(words.Skip(index + 1));
                break;
            }

            if (word.Length < 2 || !TypographicDash.All.Contains(word[0], StringComparison.Ordinal))
            {
                files.Add(word);
                continue;
            }

            string? next = index + 1 < words.Count ? words[index + 1] : null;
            (string name, string value, bool usedNext) = LongName(word) is { } longName
                ? Long(longName, next)
                : Short(word, next);
            index += usedNext ? 1 : 0;
            if (!options.TryAdd(name, value))
            {
                throw UsageError.Of($"the option {Shown.Value(word)} is given twice; name it once");
            }
        }

        return new IospeedWords(options, files);
    }

    /// <inheritdoc/>
    public bool Has(string option) => Options.ContainsKey(Bare(option));

    /// <inheritdoc/>
    public bool IsSet(string flag) => Has(flag);

    /// <inheritdoc/>
    public string? Text(string option) => Options.GetValueOrDefault(Bare(option));

    /// <inheritdoc/>
    public string[] Texts(string option) => Text(option) is { } text ? [text] : [];

    /// <summary>The value of an option; null when it was not given, or given without one.</summary>
    internal string? Value(string option) =>
        Options.TryGetValue(option, out string? value) && value.Length > 0 ? value : null;

    private static string Bare(string option) => option.TrimStart('-');

    private static string Letters(Func<VerbOption, bool> isMeant) =>
        string.Concat(s_options.Where(option => !option.IsLong).Where(isMeant).Select(option => option.Name[1..]));

    private static string[] LongNames(Func<VerbOption, bool> isMeant) =>
        [.. s_options.Where(option => option.IsLong).Where(isMeant).Select(option => option.Name[2..])];

    // "--overwrite"; also "—overwrite", which is what word processors make of it.
    private static string? LongName(string word)
    {
        string name = word.TrimStart([.. TypographicDash.All]);
        bool isLong = word.Length - name.Length >= 2 || word[0] == '\u2014';
        string bare = name.Split('=')[0];
        bool known = s_longWithoutValue.Contains(bare) || s_longWithValue.Contains(bare);
        return word.Length - name.Length >= 2 && !known
            ? throw UsageError.Of($"unknown option {Shown.Value(word)}; " +
                (Array.Find(s_letters, letter => letter.Name == bare).Letter is { } instead ? $"use {instead} here; " : string.Empty) +
                "see iospeed --help")
            : isLong && known ? name : null;
    }

    private static (string Name, string Value, bool UsedNext) Long(string name, string? next)
    {
        if (s_longWithoutValue.Contains(name))
        {
            return (name, string.Empty, false);
        }

        return name.Split('=', 2) switch
        {
            [var bare, { Length: > 0 } value] when s_longWithValue.Contains(bare) => (bare, value, false),
            [var bare] when s_bareValues.TryGetValue(bare, out string? value) => (bare, value, false),
            [var bare] when next is { Length: > 0 } => (bare, next, true),
            [var bare, ..] when s_longWithValue.Contains(bare) =>
                throw UsageError.Of($"the option --{bare} needs a value, --{bare}=VALUE or as the next word; see iospeed --help"),
            _ => throw UsageError.Of($"the option {Shown.Value("--" + name)} takes no value; see iospeed --help"),
        };
    }

    private static (string Name, string Value, bool UsedNext) Short(string word, string? next)
    {
        string letter = word[1..2];
        string attached = word[2..];
        if (letter is "h" or "?" && attached.Length == 0)
        {
            return ("help", string.Empty, false);
        }

        if (s_withoutValue.Contains(letter, StringComparison.Ordinal))
        {
            return attached.Length == 0
                ? (letter, string.Empty, false)
                : throw UsageError.Of($"the option {Shown.Value(word)} takes no value; write -{letter} alone");
        }

        if (s_withOptionalSize.Contains(letter, StringComparison.Ordinal))
        {
            bool separate = attached.Length == 0 && next is not null && ByteCount.TryParse(next, out _);
            return (letter, separate ? next! : attached, separate);
        }

        if (!s_withValue.Contains(letter, StringComparison.Ordinal))
        {
            throw UsageError.Of(
                $"unknown option {Shown.Value(word)}; see iospeed --help (for a file of that name use ./{word})");
        }

        return attached.Length > 0 ? (letter, attached, false)
            : next is { Length: > 0 } && !TypographicDash.All.Contains(next[0], StringComparison.Ordinal)
            ? (letter, next, true)
            : throw UsageError.Of(
                $"the option -{letter} needs a value, attached or as the next word; see iospeed --help");
    }
}
