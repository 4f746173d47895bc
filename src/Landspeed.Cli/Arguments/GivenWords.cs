using System.CommandLine;
using System.CommandLine.Parsing;

namespace Landspeed.Cli.Arguments;

/// <summary>The words that a person gave to a verb. Options are asked for by name; null stands for one that was left out.</summary>
internal sealed class GivenWords : IGivenOptions
{
    private readonly ParseResult _parsed;
    private readonly IReadOnlyDictionary<string, Option> _options;
    private readonly IReadOnlyList<VerbOption> _declared;
    private readonly Argument<string[]>? _operands;

    /// <summary>The words of one command line.</summary>
    /// <param name="parsed">As the parser told them apart.</param>
    /// <param name="verb">The verb, with those above it, for messages.</param>
    /// <param name="options">The verb's options by name.</param>
    /// <param name="declared">The same options as they were declared.</param>
    /// <param name="operands">The verb's other words; null: it takes none.</param>
    /// <param name="line">All words of the command line, for the command that continues what is interrupted.</param>
    internal GivenWords(
        ParseResult parsed,
        string verb,
        IReadOnlyDictionary<string, Option> options,
        IReadOnlyList<VerbOption> declared,
        Argument<string[]>? operands,
        IReadOnlyList<string> line)
    {
        (_parsed, Verb, _options, _declared, _operands, Line) = (parsed, verb, options, declared, operands, line);
    }

    /// <summary>Checks what can be checked without the verb: that all options exist, then their values.</summary>
    /// <exception cref="Experiments.ExperimentException">An option does not exist, or its value is not allowed.</exception>
    internal void Check()
    {
        // A negative number is not an option; the verb will refuse it where it takes none.
        Operands(static word => word.Length == 1 || word[1..].All(char.IsAsciiDigit));
        foreach (VerbOption option in _declared.Where(option => option.Value is not null && Has(option.Name)))
        {
            string[] texts = option.IsRepeatable ? Texts(option.Name) : [Text(option.Name) ?? string.Empty];
            Array.ForEach(texts, option.Check);
        }
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

    /// <summary>An option as it could be typed again; none: it was not given.</summary>
    internal IEnumerable<string> WordsOf(VerbOption option) =>
        !Has(option.Name) ? []
        : option.Value is null ? IsSet(option.Name) ? [option.Name] : []
        : (option.IsRepeatable ? Texts(option.Name) : [Text(option.Name) ?? string.Empty])
            .Select(text => $"{option.Name}={text}");

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
            : throw UsageError.UnknownOption(unknown, $"landspeed {Verb} --help", VerbOption.NamesOf(_declared));
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
