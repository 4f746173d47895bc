using System.CommandLine;

namespace Landspeed.Cli.Commands;

/// <summary>The words of <c>create</c>. Values arrive as text and are read in one place, <see cref="CreateReader"/>.</summary>
internal sealed class CreateSymbols
{
    internal const string Verb = "create";

    internal Argument<string[]> Place { get; } = new("DIRECTORY")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "Where the files are made: a directory that is missing or empty.",
    };

    internal DataSetSymbols Set { get; } = new()
    {
        Scale = NewOption.Text(
            "--scale",
            "FACTOR",
            "Scale the number of files, 0.000001 to 1000; below one file its lines (default: 1)."),
    };

    internal Option<string> Files { get; } = NewOption.Text(
        "--files", "N", "Number of files, 1 to 10000000, instead of the preset's.");

    internal Option<string> Lines { get; } = NewOption.Text(
        "--lines", "N", "Lines of each file, instead of the preset's.");

    internal Option<string> Characters { get; } = NewOption.Text(
        "--characters", "N", "Characters of each line without its end, instead of the preset's.");

    internal Option<string> Kind { get; } = NewOption.Text(
        "--kind",
        "KIND",
        "text (default); incompressible, zero or sparse: as long as the text; or typed: for each line a record of 20 " +
        "bytes, int32, int64 and double.");

    internal Option<string> Threads { get; } = NewOption.Text(
        "--threads", "N", "Threads that write, 1 to 64 (default: one for each processor, at most 4); never changes the files.");

    internal Option<bool> Overwrite { get; } = NewOption.Flag(
        "--overwrite", "Allow a directory with files in it: those that landspeed created are replaced, others stay.");

    internal ExperimentSymbols Shared { get; } = new()
    {
        Seed = NewOption.Text("--seed", "N", "Start of the data: the same seed gives the same files (default: 1)."),
        Resume = NewOption.Flag("--resume", "Keep the files that are complete, and make the rest."),
        Keep = NewOption.Flag("--keep", "When stopped, keep the files that were made."),
    };

    /// <summary>The verb with all its words.</summary>
    internal Command ToCommand()
    {
        var command = new Command(Verb, "Make a data set: files of lines, or of incompressible, typed or no data.") { Place };
        Option[] options =
            [Set.Preset, Set.Scale, Files, Lines, Characters, Kind, Threads, Overwrite, .. Shared.All];
        Array.ForEach(options, command.Add);
        return command;
    }
}
