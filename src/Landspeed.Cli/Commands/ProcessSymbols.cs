using System.CommandLine;

namespace Landspeed.Cli.Commands;

/// <summary>The words of <c>process</c>. Values arrive as text and are read in one place, <see cref="ProcessReader"/>.</summary>
internal sealed class ProcessSymbols
{
    internal const string Verb = "process";

    internal Argument<string[]> Place { get; } = new("DIR")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "A directory of files to process, which are only read (default: a data set is made in the current " +
            "directory and removed afterwards).",
    };

    internal Option<string> Output { get; } = NewOption.Text(
        "--output",
        "DIR",
        "A directory, missing or empty, in which results are written and removed again (default: beside the input).");

    internal DataSetSymbols Set { get; } = new()
    {
        Scale = NewOption.Text(
            "--scale", "FACTOR", "Scale the number of files of the data set to make, 0.000001 to 1000 (default: 0.05)."),
    };

    internal Option<string> Strategy { get; } = NewOption.Text(
        "--strategy", "LIST", "streaming, buffering, pipelined (default: all).");

    internal Option<string> Threads { get; } = NewOption.Text(
        "--threads", "LIST", "Threads that work, 1 to 64 each: 1,2,4 or 1..8 (doubling) (default: 1,2,3,4).");

    internal Option<string> Work { get; } = NewOption.Text(
        "--work", "LIST", "Passes over each line, 0 to 100000 each (default: 0,100,200,1000).");

    internal Option<string> Buffer { get; } = NewOption.Text(
        "--buffer", "LIST", "Bytes of one read or write of streaming and buffering, 1 to 16MiB each (default: 64K).");

    internal Option<string> Hint { get; } = NewOption.Text(
        "--hint", "LIST", "What streaming and buffering tell the system: none, sequential (default: none).");

    internal Option<bool> Overwrite { get; } = NewOption.Flag(
        "--overwrite", "Allow an --output directory with something in it, which stays.");

    internal ExperimentSymbols Shared { get; } =
        ExperimentSymbols.OfComparison("The author's own sizes: the data set at scale 1, five runs of each case.");

    /// <summary>The verb with all its words.</summary>
    internal Command ToCommand()
    {
        var command = new Command(Verb,
            "Compare streaming, buffering and pipelining: read files, work on each line, write the results.")
        {
            Place,
        };
        Option[] options =
        [
            Output, Set.Preset, Set.Scale, Strategy, Threads, Work, Buffer, Hint, Overwrite, .. Shared.All,
        ];
        Array.ForEach(options, command.Add);
        return command;
    }
}
