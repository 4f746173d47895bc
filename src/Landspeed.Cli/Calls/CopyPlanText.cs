using Landspeed.Cli.Arguments;
using Landspeed.Copying;
using Landspeed.Copying.Policy;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;
using Landspeed.Platform;

namespace Landspeed.Cli.Calls;

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
        if (task.Source is { } path && NativePlatform.Files.StatusOf(path, out source).Failed)
        {
            source = default;
        }

        OverwriteRule rule = task.Options.Overwrite;
        return TargetPolicy.Of(task.Options, isTree: false).Judge(source, there) switch
        {
            TargetVerdict.UpToDate => ("leave, same length and time", Outcome.Done),
            TargetVerdict.Newer => ("leave, the target is not older", Outcome.Done),
            TargetVerdict.Replace when rule == OverwriteRule.Older => ("replace, the target is older", Outcome.Done),
            TargetVerdict.Free or TargetVerdict.Replace => ("replace", Outcome.Done),
            TargetVerdict.IsDirectory => ("refuse, the target is a directory", Outcome.Refused),
            TargetVerdict.IsSpecial => ($"refuse, the target is {FileKinds.Describe(there.Kind)}", Outcome.Refused),
            TargetVerdict.IsSource => ("refuse, the target is the same file as the source", Outcome.Refused),
            _ => ("refuse, the target exists", Outcome.Refused),
        };
    }

    private static string Length(FilePath path) =>
        NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded ? $" ({Shown.Size(status.Length)})" : string.Empty;
}
