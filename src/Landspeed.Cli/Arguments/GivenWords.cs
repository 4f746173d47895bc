using System.CommandLine;
using System.CommandLine.Parsing;

namespace Landspeed.Cli.Arguments;

/// <summary>The words that a person gave to a verb. Options are asked for by name; null stands for one that was left out.</summary>
internal sealed class GivenWords : IGivenOptions
{
    private readonly ParseResult _parsed;
    private readonly IReadOnlyDictionary<string, Option> _options;
    private readonly Argument<string[]>? _operands;

    /// <summary>The words of one command line.</summary>
    /// <param name="parsed">As the parser told them apart.</param>
    /// <param name="verb">The verb, with those above it, for messages.</param>
    /// <param name="options">The verb's options by name.</param>
    /// <param name="operands">The verb's other words; null: it takes none.</param>
    /// <param name="line">All words of the command line, for the command that continues what is interrupted.</param>
    internal GivenWords(
        ParseResult parsed, string verb, IReadOnlyDictionary<string, Option> options, Argument<string[]>? operands, IReadOnlyList<string> line)
    {
        (_parsed, Verb, _options, _operands, Line) = (parsed, verb, options, operands, line);
    }

    /// <summary>The verb, with those above it.</summary>
    internal string Verb { get; }

    /// <summary>All words of the command line.</summary>
    internal IReadOnlyList<string> Line { get; }

    /// <summary>The command line that resumes interrupted work: the same words, and <c>--resume</c>.</summary>
    /// <param name="resumes">Whether they have <c>--resume</c> already.</param>
    internal string ContinueCommand(bool resumes)
    {
        // Right behind the verb: further on there may be a --, after which it would name a file.
        List<string> words = ["landspeed", .. Line];
        if (!resumes)
        {
            words.Insert(words.IndexOf(Verb.Split(' ')[^1]) + 1, "--resume");
        }

        return ShellWord.Join(words);
    }

    /// <inheritdoc/>
    public bool Has(string option) => _parsed.GetResult(_options[option]) is { Implicit: false };

    /// <summary>The first of some options that was given; null: none of them.</summary>
    internal string? FirstOf(IEnumerable<VerbOption> options) => options.Select(option => option.Name).FirstOrDefault(Has);

    /// <inheritdoc/>
    public bool IsSet(string flag) => _parsed.GetValue((Option<bool>)_options[flag]);

    /// <inheritdoc/>
    public string? Text(string option) => _parsed.GetValue((Option<string>)_options[option]);

    /// <inheritdoc/>
    public string[] Texts(string option) => _parsed.GetValue((Option<string[]>)_options[option]) ?? [];

    /// <summary>
    /// The words that are no options. The parser takes an option that it does not know for one of them; only after
    /// <c>--</c> a name may begin with a dash.
    /// </summary>
    /// <param name="isAllowed">Names that begin with a dash and are meant, for example a dash alone; null: none.</param>
    internal string[] Operands(Func<string, bool>? isAllowed = null)
    {
        string[] names = _operands is null ? [] : _parsed.GetValue(_operands) ?? [];
        bool escaped = _parsed.Tokens.Any(token => token.Type == TokenType.DoubleDash);
        return escaped || names.FirstOrDefault(name => name.StartsWith('-') && isAllowed?.Invoke(name) != true) is not { } unknown
            ? names
            : throw UsageError.Of(
                $"unknown option {Shown.Value(unknown)}; see landspeed {Verb} --help (for a file of that name use ./{unknown})");
    }

    /// <summary>The one word that is no option.</summary>
    /// <param name="kind">What it names, for messages, for example <c>file</c>.</param>
    /// <param name="absent">What is wrong when there is none; null: it may be left out.</param>
    /// <param name="hint">What else may have been meant by two.</param>
    /// <param name="isAllowed">Names that begin with a dash and are meant.</param>
    internal string? Operand(string kind, string? absent, string? hint = null, Func<string, bool>? isAllowed = null) => Operands(isAllowed) switch
    {
        [var name] => name,
        [] => absent is null ? null : throw UsageError.Of(absent),
        var names => throw UsageError.Of(
            $"more than one {kind} named: {string.Join(", ", names.Select(Shown.Value))}; {hint ?? $"{Verb} takes one at a time"}"),
    };
}
