using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Classic;
using Landspeed.Cli.Output;
using Landspeed.Experiments;

namespace Landspeed.Cli.Commands;

/// <summary>The verbs of the command.</summary>
internal sealed class VerbTree
{
    internal const string NoColor = "--no-color";
    internal const string RecordsVerb = "records";
    private readonly Terminal _terminal;
    private readonly Command _root;
    private string[] _line = [];

    internal VerbTree(Terminal terminal, Composition composition)
    {
        _terminal = terminal;
        _root = new Command("landspeed",
            "Moves bytes through files as fast as the hardware allows, and says truthfully how fast that was.")
        {
            Measure(terminal, composition),
            Sweep(terminal, composition),
            Patterns(terminal, composition),
            Hints(terminal, composition),
            Process(terminal, composition),
            Create(terminal, composition),
            Records(terminal, composition),
            Copy(terminal, composition),
            Verify(terminal, composition),
            new Command(IospeedCommand.Name,
                "measure with the options of the 2004 tool: iospeed -t30 -b64K -r1G -s0 a.dat"),
            new Command(UbcopyCommand.Name, "copy with the options of UBCopy (2010): ubcopy -s A -d B -c True -b 8"),
            new Command(AsyncCopyCommand.Name, "Create a file of 1 GiB, copy it, compare, remove both: asynccopy [DIR]"),
            new Command(IoexamplesCommand.Name, "patterns as in 2004, by byte, line and block: ioexamples [FILE [COUNT]]"),
            new Command(FileioCommand.Name, "patterns --apis with the options of LandenLabs FileIO: fileio -Fc -k 100mb -z"),
            DoctorCommand.Create(terminal, composition),
        };
        AddCommonOptions();
    }

    /// <summary>Runs the verb that the words name.</summary>
    /// <returns>The exit code.</returns>
    internal int Run(string[] words)
    {
        _line = words;

        // No response files: a word that begins with @ is a file's name like any other.
        var grammar = new ParserConfiguration { EnablePosixBundling = false, ResponseFileTokenReplacer = null };
        ParseResult parsed = _root.Parse([.. words.Select(Strict)], grammar);
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

    // The parser would take the word after a bare --strict for its value, and that word is most often the file.
    private static string Strict(string word) => word == "--strict" ? "--strict=device" : word;

    private static Command Measure(Terminal terminal, Composition composition)
    {
        var symbols = new MeasureSymbols();
        Command command = symbols.ToCommand();
        command.SetAction(words =>
        {
            MeasureRequest request = new MeasureReader(symbols, words).Read();
            return new MeasureRun(terminal, composition).Execute(request);
        });
        return command;
    }

    private Command Sweep(Terminal terminal, Composition composition)
    {
        var symbols = new SweepSymbols();
        Command command = symbols.ToCommand();
        command.SetAction(words =>
        {
            SweepRequest request = new SweepReader(symbols, words, composition.Sweep.NewSeed).Read(_line);
            return new SweepRun(terminal, composition).Execute(request);
        });
        return command;
    }

    private Command Patterns(Terminal terminal, Composition composition)
    {
        var symbols = new PatternsSymbols();
        return Experiment(
            symbols.ToCommand(), terminal, composition, words => new PatternsReader(symbols, words, composition.Experiment).Read(_line));
    }

    private Command Hints(Terminal terminal, Composition composition)
    {
        var symbols = new HintsSymbols();
        return Experiment(
            symbols.ToCommand(), terminal, composition, words => new HintsReader(symbols, words, composition.Experiment).Read(_line));
    }

    private Command Records(Terminal terminal, Composition composition)
    {
        var generating = new GenerateRecordsSymbols();
        Command generate = Experiment(
            generating.ToCommand(),
            terminal,
            composition,
            words => new GenerateRecordsReader(generating, words, composition.Experiment).Read(_line));
        var validating = new ValidateRecordsSymbols();
        Command validate = validating.ToCommand();
        validate.SetAction(words => new ValidateRecordsReader(validating, words, composition.Experiment)
            .Read(_line).Execute(new ExperimentRun(terminal, composition)));
        return new Command(RecordsVerb, "Make the records of the sort benchmark, and check whether they are sorted.")
        {
            generate,
            validate,
        };
    }

    private Command Create(Terminal terminal, Composition composition)
    {
        var symbols = new CreateSymbols();
        return Experiment(
            symbols.ToCommand(), terminal, composition, words => new CreateReader(symbols, words, composition.Experiment).Read(_line));
    }

    private Command Process(Terminal terminal, Composition composition)
    {
        var symbols = new ProcessSymbols();
        return Experiment(
            symbols.ToCommand(), terminal, composition, words => new ProcessReader(symbols, words, composition.Experiment).Read(_line));
    }

    private static Command Experiment(
        Command command, Terminal terminal, Composition composition, Func<ParseResult, ExperimentRequest> read)
    {
        command.SetAction(words => new ExperimentRun(terminal, composition).Execute(read(words)));
        return command;
    }

    private Command Copy(Terminal terminal, Composition composition)
    {
        var symbols = new CopySymbols();
        Command command = symbols.ToCommand();
        command.SetAction(words =>
        {
            var reader = new CopyReader(symbols, words);
            return reader.ReadClean() is { } clean
                ? new CleanRun(terminal, composition.Copy.Copier).Execute(clean)
                : new CopyCommandRun(terminal, composition).Execute(reader.Read(_line));
        });
        return command;
    }

    private static Command Verify(Terminal terminal, Composition composition)
    {
        var symbols = new VerifySymbols();
        Command command = symbols.ToCommand();
        command.SetAction(words => new VerifyRun(terminal, composition).Execute(new VerifyReader(symbols, words).Read()));
        return command;
    }

    private void AddCommonOptions()
    {
        var help = new HelpOption("--help", "-h", "-?") { Recursive = true, Description = "Show this help." };
        help.Action = new HelpWithExample((HelpAction)help.Action!);
        _root.Add(help);
        _root.Add(new Option<bool>("--version")
        {
            Recursive = true,
            Description = "Show the version.",
            Action = new VersionAction(),
        });
        _root.Add(new Option<bool>(NoColor)
        {
            Recursive = true,
            Description = "No colours; the variable NO_COLOR does the same.",
        });
    }

    private int Complain(ParseResult parsed)
    {
        string help = parsed.CommandResult.Command == _root
            ? "landspeed --help"
            : $"landspeed {GivenWords.VerbOf(parsed)} --help";
        if (parsed.Tokens.Count == 0)
        {
            throw UsageError.Of($"no verb named; for example: landspeed measure big.dat (see {help})");
        }

        if (parsed.CommandResult.Command == _root && parsed.UnmatchedTokens.Count > 0)
        {
            throw UsageError.Of($"unknown verb {Shown.Value(parsed.UnmatchedTokens[0])}; see {help}");
        }

        string problem = parsed.Errors.Count > 0 ? parsed.Errors[0].Message.TrimEnd('.') : "no verb named";
        throw new ExperimentException(Outcome.Usage, $"{problem}; see {help}");
    }
}
