using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Experiments;

namespace Landspeed.Cli;

/// <summary>Runs declared verbs with the parser of System.CommandLine.</summary>
internal sealed class CommandLine
{
    internal const string NoColor = "--no-color";
    private readonly Terminal _terminal;
    private readonly Verb _root;
    private readonly JobRank _rank;
    private readonly Command _rootCommand;
    private readonly Dictionary<Command, (Verb Verb, string Path)> _verbs = [];
    private readonly Dictionary<string, string> _bareValues = [];
    private string[] _line = [];

    /// <summary>A command line.</summary>
    /// <param name="root">The verb whose name is the program's.</param>
    /// <param name="terminal">Receives help and complaints.</param>
    /// <param name="rank">Which of several processes this is.</param>
    internal CommandLine(Verb root, Terminal terminal, JobRank rank)
    {
        (_root, _terminal, _rank) = (root, terminal, rank);
        _rootCommand = CommandOf(root, root.Name);
        AddCommon("--help", ["-h", "-?"], parsed => HelpOf(parsed.CommandResult.Command));
        AddCommon("--version", [], _ => $"{root.Name} {ProgramVersion.Text}\n");
        _rootCommand.Add(new Option<bool>(NoColor) { Recursive = true });
    }

    /// <summary>Runs the verb that the words name.</summary>
    /// <returns>The exit code.</returns>
    internal int Run(string[] words)
    {
        _line = words;

        // No response files: a word that begins with @ is a file's name like any other.
        var grammar = new ParserConfiguration { EnablePosixBundling = false, ResponseFileTokenReplacer = null };
        ParseResult parsed = _rootCommand.Parse(
            [.. words.TakeWhile(IsBeforeNames).Select(WithValue), .. words.SkipWhile(IsBeforeNames)], grammar);
        _terminal.OutputHasColor &= !parsed.GetValue<bool>(NoColor);
        if (parsed.Action is null or ParseErrorAction)
        {
            return Complain(parsed);
        }

        return parsed.Invoke(new InvocationConfiguration
        {
            Output = _terminal.Output,
            Error = _terminal.Error,
            EnableDefaultExceptionHandler = false,
            ProcessTerminationTimeout = null,
        });
    }

    // After two dashes there are only names.
    private static bool IsBeforeNames(string word) => word != "--";

    // The parser would take the word after a bare --strict for its value, and that word is most often the file.
    private string WithValue(string word) => _bareValues.TryGetValue(word, out string? value) ? $"{word}={value}" : word;

    private Command CommandOf(Verb verb, string path)
    {
        var command = new Command(verb.Name);
        _verbs.Add(command, (verb, path));
        foreach (Verb inner in verb.Verbs)
        {
            command.Add(CommandOf(inner, $"{path} {inner.Name}"));
        }

        if (verb.HasOwnGrammar)
        {
            return command;
        }

        VerbOption[] declared = [.. verb.Options];
        Dictionary<string, Option> options = declared.ToDictionary(option => option.Name, option => option.ToSymbol());
        options.Values.ToList().ForEach(command.Add);
        foreach (VerbOption option in declared.Where(option => option.BareValue is not null))
        {
            _bareValues[option.Name] = option.BareValue!;
        }

        // Any number of words is let through, so that we can say what is wrong with them.
        Argument<string[]>? operands = verb.Operand is null ? null : new("words") { Arity = ArgumentArity.ZeroOrMore };
        if (operands is not null)
        {
            command.Add(operands);
        }

        if (verb.Verbs.Count == 0)
        {
            string name = path[(_root.Name.Length + 1)..];
            command.SetAction(parsed =>
            {
                var words = new GivenWords(parsed, name, options, declared, operands, _line);
                words.Check();
                return Allowed(verb, name).Run(words);
            });
        }

        return command;
    }

    private Verb Allowed(Verb verb, string name) => _rank.IsAlone || verb.KnowsRanks ? verb : throw NotOnRanks(name, _rank);

    /// <summary>What is wrong with several ranks of a verb that works alone.</summary>
    internal static Exception NotOnRanks(string verb, JobRank rank) => UsageError.Of(FormattableString.Invariant(
        $"{verb} runs as one process, but an MPI launcher started {rank.Size}; start it without the launcher"));

    private void AddCommon(string name, string[] aliases, Func<ParseResult, string> text) =>
        _rootCommand.Add(new Option<bool>(name, aliases) { Recursive = true, Action = new TextAction(text) });

    private string HelpOf(Command command)
    {
        (Verb verb, string path) = _verbs[command];
        return verb.Help(path, _terminal.OutputStyle.Width);
    }

    private int Complain(ParseResult parsed)
    {
        (Verb verb, string path) = _verbs[parsed.CommandResult.Command];
        string help = $"{path} --help";
        if (verb.Verbs.Count > 0 && parsed.UnmatchedTokens is [var unknown, ..])
        {
            throw UsageError.UnknownVerb(unknown, help, verb.Verbs.Select(inner => inner.Name));
        }

        if (verb == _root)
        {
            _terminal.TryWriteError(HelpText.Overview(_root, _terminal.OutputStyle.Width));
            return ExitStatus.Usage;
        }

        throw verb.Verbs.Count > 0
            ? UsageError.Of(
                $"no verb named; {path} has {string.Join(" and ", verb.Verbs.Select(inner => inner.Name))}; see {help}")
            : NotParsed(parsed, verb, help);
    }

    private static ExperimentException NotParsed(ParseResult parsed, Verb verb, string help)
    {
        if (parsed.UnmatchedTokens is [var word, ..])
        {
            return word.StartsWith('-')
                ? UsageError.UnknownOption(word, help, VerbOption.NamesOf(verb.Options))
                : UsageError.Of($"{Shown.Value(word)} is not expected: {verb.Name} takes only options; see {help}");
        }

        OptionResult? wrong = parsed.Errors.Select(error => error.SymbolResult).OfType<OptionResult>().FirstOrDefault();
        return verb.Options.FirstOrDefault(option => option.Name == wrong?.Option.Name) switch
        {
            null when parsed.Errors is [var first, ..] => UsageError.Of($"{first.Message.TrimEnd('.')}; see {help}"),
            null => UsageError.Of($"the command line is not valid; see {help}"),
            var option when wrong!.Tokens.Count > 1 =>
                UsageError.Of($"{option.Name} is given more than once; give it once"),
            { Value: null } flag => UsageError.Of($"{flag.Name} takes no value; write {flag.Name} alone"),
            var option => UsageError.Of($"{option.Name} needs a value: {option.Allowed ?? option.Value.Name}"),
        };
    }

    /// <summary>Prints a text, whatever else is on the command line.</summary>
    private sealed class TextAction(Func<ParseResult, string> text) : SynchronousCommandLineAction
    {
        /// <inheritdoc/>
        public override bool ClearsParseErrors => true;

        /// <inheritdoc/>
        public override int Invoke(ParseResult parseResult)
        {
            parseResult.InvocationConfiguration.Output.Write(text(parseResult));
            return 0;
        }
    }
}
