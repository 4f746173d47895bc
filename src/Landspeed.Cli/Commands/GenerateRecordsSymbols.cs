using System.CommandLine;

namespace Landspeed.Cli.Commands;

/// <summary>The words of <c>records generate</c>.</summary>
internal sealed class GenerateRecordsSymbols
{
    internal const string Verb = "generate";

    internal Argument<string[]> CountAndFile { get; } = new("COUNT FILE")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "How many records of 100 bytes, and the file to make; - for standard output. The file gets its name when it is " +
            "whole and durable.",
    };

    internal Option<bool> Ascii { get; } = NewOption.Flag("--ascii", "Printable records, a line each (default: binary).");

    internal Option<bool> Skewed { get; } = NewOption.Flag(
        "--skewed", "Keys of which many begin alike (default: evenly spread ones).");

    internal Option<string> Layout { get; } = NewOption.Text(
        "--layout", "VERSION", "Of binary records: 1.5 (default), or 1.1, which older programs and Hadoop's TeraGen make.");

    internal Option<string> Start { get; } = NewOption.Text("--start", "N", "Number of the first record, below 2^64 (default: 0).");

    internal Option<string> Threads { get; } = NewOption.Text(
        "--threads", "N", "Threads that make records, 1 to 64 (default: a processor each, at most 8).");

    internal Option<string> Mode { get; } = NewOption.Text(
        "--mode", "MODE", "direct, buffered, uncached, prefer-direct (default), prefer-uncached.");

    internal Option<bool> Checksum { get; } = NewOption.Flag("--checksum", "Compute the checksum too, as gensort -c does.");

    internal Option<bool> Overwrite { get; } = NewOption.Flag(
        "--overwrite", "Replace a file of that name once the new one is whole.");

    internal ExperimentSymbols Common { get; } = new()
    {
        Resume = NewOption.Flag(
            "--resume", "Carry on what an interrupted run left (--keep, or a crash): as far as it is right, it is used."),
        Keep = NewOption.Flag("--keep", "When interrupted, keep what is made, as .NAME.landspeed-part (default: remove it)."),
    };

    /// <summary>The sub-command with all its words.</summary>
    internal Command ToCommand()
    {
        var command = new Command(Verb, "Make records of the sort benchmark, byte for byte those of gensort.")
        {
            CountAndFile,
        };
        Option[] options =
        [
            Ascii, Skewed, Layout, Start, Threads, Mode, Checksum, Overwrite, .. Common.All.Where(option => option != Common.Seed),
        ];
        Array.ForEach(options, command.Add);
        return command;
    }
}
