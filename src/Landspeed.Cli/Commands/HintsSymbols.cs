using System.CommandLine;

namespace Landspeed.Cli.Commands;

/// <summary>The words of <c>hints</c>.</summary>
internal sealed class HintsSymbols
{
    internal const string Verb = "hints";

    internal Argument<string[]> Place { get; } = new("DIR")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "Where the files are made, in a directory of their own, and removed again (default: the current directory).",
    };

    internal Option<string> Files { get; } = NewOption.Text("--files", "N", "Files, 1 to 1000000 (default: 1000).");

    internal Option<string> FileSize { get; } = NewOption.Text("--file-size", "SIZE", "Length of each file (default: 1MiB).");

    internal Option<string> Bytes { get; } = NewOption.Text(
        "--bytes", "SIZE", "Bytes used of each file (default: 10000; the pattern whole uses all).");

    internal Option<string> Reads { get; } = NewOption.Text("--reads", "N", "Reads in which they are used (default: 2).");

    internal Option<string> Pattern { get; } = NewOption.Text(
        "--pattern", "PATTERN", "header (default), whole, or stride: the reads spread over the file.");

    internal Option<string> Hints { get; } = NewOption.Text(
        "--hints",
        "LIST",
        "none, sequential-scan, random-access (of .NET's FileOptions), fadvise-sequential, fadvise-random, fadvise-willneed, " +
        "fadvise-noreuse, direct, uncached (default: all).");

    internal ExperimentSymbols Common { get; } = ExperimentSymbols.OfComparison("Eleven runs of each hint (default: five, about half a minute).");

    /// <summary>The verb with all its words.</summary>
    internal Command ToCommand()
    {
        var command = new Command(Verb,
            "Show what access hints really fetch: device bytes per byte used, time, and pages left, hint by hint.")
        {
            Place,
        };
        Option[] options = [Files, FileSize, Bytes, Reads, Pattern, Hints, .. Common.All];
        Array.ForEach(options, command.Add);
        return command;
    }
}
