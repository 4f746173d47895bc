using System.CommandLine;

namespace Landspeed.Cli.Commands;

/// <summary>Options that mean the same with every verb, and so read the same.</summary>
internal static class SharedOption
{
    internal static Option<string> Json() => NewOption.Text(
        "--json", "FILE", "Write the result as JSON to a file, which is replaced; - for standard output.");

    internal static Option<string> Csv() => NewOption.Text(
        "--csv", "FILE", "Write the result as CSV, a line a case, to a file, which is replaced; - for standard output.");

    internal static Option<string> Seed() => NewOption.Text(
        "--seed", "N", "Start of the pseudo-random order and data (default: a new one each time; the result names it).");

    internal static Option<bool> DryRun() => NewOption.Flag(
        "--dry-run", "Print cases, bytes, space and time, and leave nothing behind.");

    internal static Option<string> Format() => NewOption.Text(
        "--format", "FORMAT", "What standard output gets: table (default), json, csv or fio.");

    internal static Option<bool> Overwrite() => NewOption.Flag(
        "--overwrite", "Allow writing to a file that landspeed did not create; its content is lost.");
}
