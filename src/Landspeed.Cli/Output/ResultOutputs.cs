using Landspeed.Cli.Arguments;
using Landspeed.Platform;

namespace Landspeed.Cli.Output;

/// <summary>Where a result goes and in which forms.</summary>
internal sealed record ResultOutputs
{
    internal const string Standard = "-";

    /// <summary>File for JSON, <c>-</c> for standard output, or null.</summary>
    internal string? Json { get; init; }

    /// <summary>File for CSV, <c>-</c> for standard output, or null.</summary>
    internal string? Csv { get; init; }

    /// <summary>Form on standard output; null: a table, unless JSON or CSV goes there.</summary>
    internal ResultFormat? Format { get; init; }

    /// <summary>The one form that standard output receives.</summary>
    internal ResultFormat StandardFormat =>
        Json == Standard ? ResultFormat.Json : Csv == Standard ? ResultFormat.Csv : Format ?? ResultFormat.Table;

    /// <summary>Files to write, with the option that named each.</summary>
    internal IEnumerable<(string Option, string Name, ResultFormat Format)> Files =>
        new[] { ("--json", Json, ResultFormat.Json), ("--csv", Csv, ResultFormat.Csv) }
            .Where(target => target.Item2 is not null and not Standard)
            .Select(target => (target.Item1, target.Item2!, target.Item3));

    /// <summary>Refuses targets that exclude each other, and the measured file as a target.</summary>
    /// <param name="measured">The measured file, or null.</param>
    internal void Check(FilePath? measured)
    {
        string[] onStandard =
        [
            .. Json == Standard ? ["--json -"] : Array.Empty<string>(),
            .. Csv == Standard ? ["--csv -"] : Array.Empty<string>(),
            .. Format is { } format ? [$"--format {format.ToString().ToLowerInvariant()}"] : Array.Empty<string>(),
        ];
        if (onStandard.Length > 1)
        {
            throw UsageError.Of(
                $"{string.Join(" and ", onStandard)} both want standard output; name a file for one of them");
        }

        (string Option, FilePath Path)[] targets =
            [.. Files.Select(file => (file.Option, Values.Path(file.Option, file.Name)))];
        if (targets.Length == 2 && IsSame(targets[0].Path, targets[1].Path))
        {
            throw UsageError.Of($"--json and --csv both name {targets[0].Path.Display}; name two files");
        }

        foreach ((string option, FilePath path) in targets)
        {
            if (measured is not null && IsSame(path, measured))
            {
                throw UsageError.Of($"{option} {path.Display} is the file to be measured; name another file");
            }
        }
    }

    private static bool IsSame(FilePath one, FilePath other)
    {
        bool bothExist = NativePlatform.Files.StatusOf(one, out FileStatus first).Succeeded
            & NativePlatform.Files.StatusOf(other, out FileStatus second).Succeeded;
        return bothExist
            ? first.Kind == FileKind.Regular && (first.Device, first.Inode) == (second.Device, second.Inode)
            : one.Name.Equals(other.Name) && IsSameDirectory(one.Parent, other.Parent);
    }

    private static bool IsSameDirectory(FilePath one, FilePath other) =>
        NativePlatform.Files.StatusOf(one, out FileStatus first).Succeeded
        && NativePlatform.Files.StatusOf(other, out FileStatus second).Succeeded
            ? (first.Device, first.Inode) == (second.Device, second.Inode)
            : one.Equals(other);
}
