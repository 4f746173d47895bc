using System.CommandLine;

namespace Landspeed.Cli.Commands;

/// <summary>The options that every classic experiment takes.</summary>
internal sealed class ExperimentSymbols
{
    /// <summary>The authors' own sizes; null: the experiment has no other.</summary>
    internal Option<bool>? Full { get; init; }

    /// <summary>Runs of each case; null: it is single work.</summary>
    internal Option<string>? Repeat { get; init; }

    internal Option<string> Seed { get; } = SharedOption.Seed();

    internal Option<bool> DryRun { get; } = SharedOption.DryRun();

    internal Option<bool> Resume { get; init; } = NewOption.Flag("--resume", "Carry on what was interrupted.");

    /// <summary>Where runs are kept meanwhile; null: nothing is kept.</summary>
    internal Option<string>? Journal { get; init; }

    internal Option<string> Json { get; } = SharedOption.Json();

    internal Option<string> Csv { get; } = SharedOption.Csv();

    internal Option<string> Html { get; } = NewOption.Text(
        "--html", "FILE", "Write a page with tables and charts to a file, which is replaced.");

    internal Option<string> Format { get; } = NewOption.Text(
        "--format", "FORMAT", "What standard output gets: table (default), json or csv.");

    internal Option<bool> Quiet { get; } = NewOption.Flag("--quiet", "No progress.");

    internal Option<bool> Keep { get; init; } = NewOption.Flag("--keep", "Keep the files that the experiment made.");

    /// <summary>All of them, in the order of the help.</summary>
    internal IEnumerable<Option> All => new Option?[]
    {
        Full, Repeat, Seed, DryRun, Resume, Journal, Json, Csv, Html, Format, Quiet, Keep,
    }.OfType<Option>();

    /// <summary>Those of an experiment that compares cases.</summary>
    /// <param name="full">What <c>--full</c> stands for.</param>
    internal static ExperimentSymbols OfComparison(string full) => new()
    {
        Full = NewOption.Flag("--full", full),
        Repeat = NewOption.Text("--repeat", "N", "Runs of each case, 1 to 100 (default: as the experiment has it)."),
        Journal = NewOption.Text(
            "--journal",
            "FILE",
            "Where the result of each run is kept as it ends; stays after success (default: beside the first result file, " +
            "else in the directory of the experiment; removed after success)."),
    };

    /// <summary>Those of work that is done once.</summary>
    internal static ExperimentSymbols OfSingleWork() => new();
}
