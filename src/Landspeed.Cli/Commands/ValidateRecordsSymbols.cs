using System.CommandLine;

namespace Landspeed.Cli.Commands;

/// <summary>The words of <c>records validate</c>.</summary>
internal sealed class ValidateRecordsSymbols
{
    internal const string Verb = "validate";

    internal Argument<string[]> File { get; } = new("FILE")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "The file of records; - for standard input.",
    };

    internal Option<bool> IgnoreCase { get; } = NewOption.Flag("--ignore-case", "In keys take the letters A to Z for small ones.");

    internal Option<string> Threads { get; } = NewOption.Text(
        "--threads", "N", "Threads that validate, 1 to 16 (default: a processor each, at most 8).");

    internal Option<string> Mode { get; } = NewOption.Text(
        "--mode",
        "MODE",
        "direct, buffered, uncached, prefer-direct, prefer-uncached (default: direct, but through the page cache what lies there).");

    internal ExperimentSymbols Common { get; } = ExperimentSymbols.OfSingleWork();

    /// <summary>The sub-command with all its words.</summary>
    internal Command ToCommand()
    {
        var command = new Command(Verb, "Check that records are in order; count duplicate keys; compute the checksum as valsort does.")
        {
            File,
        };
        Option[] unused = [Common.Seed, Common.Resume, Common.Keep];
        Option[] options = [IgnoreCase, Threads, Mode, .. Common.All.Except(unused)];
        Array.ForEach(options, command.Add);
        return command;
    }
}
