using System.CommandLine;
using System.CommandLine.Parsing;
using Landspeed.Cli.Arguments;

namespace Landspeed.Cli.Commands;

/// <summary>The words that a person gave to a verb; null stands for an option that was left out.</summary>
internal sealed class GivenWords
{
    private readonly ParseResult _words;

    internal GivenWords(ParseResult words)
    {
        _words = words;
    }

    /// <summary>The verb, and its sub-command if it has one.</summary>
    internal static string VerbOf(ParseResult words)
    {
        Command command = words.CommandResult.Command;
        return words.CommandResult.Parent is CommandResult { Parent: not null } outer
            ? $"{outer.Command.Name} {command.Name}"
            : command.Name;
    }

    /// <summary>Whether an option was given.</summary>
    internal bool Has(Option option) => _words.GetResult(option) is not null;

    /// <summary>Whether a flag was given.</summary>
    internal bool IsSet(Option<bool> option) => _words.GetValue(option);

    /// <summary>The value as it was typed.</summary>
    internal string? Text(Option<string> option) => _words.GetValue(option);

    /// <summary>The values of an option that may be given several times, in order.</summary>
    internal string[] Texts(Option<string[]> option) => _words.GetValue(option) ?? [];

    /// <summary>A number of bytes.</summary>
    internal long? Size(Option<string> option, long largest = long.MaxValue) =>
        Read(option, (name, text) => (long?)Values.Size(name, text, 1, largest));

    /// <summary>A whole number from 1.</summary>
    internal int? Count(Option<string> option, int largest) =>
        Read(option, (name, text) => (int?)Values.Count(name, text, 1, largest));

    /// <summary>One word of several.</summary>
    internal T Choice<T>(Option<string> option, IReadOnlyList<(string Word, T Value)> choices, T absent) =>
        Text(option) is { } text ? Values.Choice(option.Name, text, choices) : absent;

    /// <summary>A value that a function reads from the option's name and text.</summary>
    internal T? Read<T>(Option<string> option, Func<string, string, T?> read) =>
        Text(option) is { } text ? read(option.Name, text) : default;

    /// <summary>
    /// The words that are no options. The parser takes an option that it does not know for one of them; only after
    /// <c>--</c> a name may begin with a dash.
    /// </summary>
    /// <param name="argument">Their place.</param>
    /// <param name="allowed">Names that begin with a dash and are meant, for example a dash alone.</param>
    internal string[] Names(Argument<string[]> argument, params string[] allowed)
    {
        string[] names = _words.GetValue(argument) ?? [];
        bool escaped = _words.Tokens.Any(token => token.Type == TokenType.DoubleDash);
        return escaped || names.FirstOrDefault(name => name.StartsWith('-') && !allowed.Contains(name)) is not { } unknown
            ? names
            : throw UsageError.Of(
                $"unknown option {Shown.Value(unknown)}; see landspeed {VerbOf(_words)} --help " +
                $"(a file of that name: ./{unknown})");
    }
}
