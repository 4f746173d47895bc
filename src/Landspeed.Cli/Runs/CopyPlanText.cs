using Landspeed.Cli.Arguments;
using Landspeed.Copying;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;
using Landspeed.Platform;

namespace Landspeed.Cli.Runs;

/// <summary>What the copy of a single file would do, for people.</summary>
internal static class CopyPlanText
{
    private const string Nothing = "nothing was touched: --dry-run only shows what would be done";

    /// <summary>Writes it.</summary>
    /// <returns>How the copy would end as far as names tell.</returns>
    internal static Outcome Write(CopyTask task, TextWriter writer)
    {
        string source = task.Source is { } from ? $"{from.Display}{Length(from)}" : "standard input";
        if (task.Target is not { } target)
        {
            writer.Write($"copy {source} to standard output\n{Nothing}\n");
            return Outcome.Done;
        }

        if (NativePlatform.Files.StatusOf(target, out FileStatus there).Failed)
        {
            writer.Write($"copy {source} to {target.Display}, which is new\n{Nothing}\n");
            return Outcome.Done;
        }

        (string what, Outcome outcome) = Existing(task, there);
        writer.Write($"{what}: {source} to {target.Display}, {Shown.Size(there.Length)}\n{Nothing}\n");
        return outcome;
    }

    private static (string What, Outcome Outcome) Existing(CopyTask task, FileStatus there)
    {
        FileStatus source = default;
        bool known = task.Source is { } path && NativePlatform.Files.StatusOf(path, out source).Succeeded;
        if (known && source.Length == there.Length && source.Modified == there.Modified)
        {
            return ("leave, same length and time", Outcome.Done);
        }

        return task.Options.Overwrite switch
        {
            OverwriteRule.Always => ("replace", Outcome.Done),
            OverwriteRule.Older when known && there.Modified < source.Modified => ("replace, the target is older", Outcome.Done),
            OverwriteRule.Older => ("leave, the target is not older", Outcome.Done),
            _ => ("refuse, the target exists and is different", Outcome.Refused),
        };
    }

    private static string Length(FilePath path) =>
        NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded ? $" ({Shown.Size(status.Length)})" : string.Empty;
}
