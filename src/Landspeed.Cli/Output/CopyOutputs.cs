using Landspeed.Cli.Arguments;
using Landspeed.Copying;
using Landspeed.Experiments.Copying;

namespace Landspeed.Cli.Output;

/// <summary>Where the results of a copy go.</summary>
internal sealed record CopyOutputs
{
    private const string Standard = ResultOutputs.Standard;
    private const string EventsOption = "--events";

    /// <summary>Where the result goes.</summary>
    internal ResultOutputs Results { get; init; } = new();

    /// <summary>File for a line an entry, <c>-</c> for standard output, or null.</summary>
    internal string? Events { get; init; }

    /// <summary>File for the checksums, or null.</summary>
    internal string? Manifest { get; init; }

    /// <summary>Whether checksums go to standard output.</summary>
    internal bool Checksums { get; init; }

    /// <summary>
    /// Whether checksums name files by the target as it was given, so that they are found from here; default no: by their names below it.
    /// </summary>
    internal bool NamesTarget { get; init; }

    /// <summary>Whether the copy itself goes to standard output.</summary>
    internal bool Content { get; init; }

    /// <summary>Whether something other than the summary has standard output for itself.</summary>
    internal bool TakesStandard => Users.Count > 0;

    /// <summary>Whether another form of the result is printed instead of the summary.</summary>
    internal bool ResultIsStandard => Results.StandardFormat != ResultFormat.Table;

    private List<string> Users =>
    [
        .. Content ? ["the copy"] : Array.Empty<string>(),
        .. ResultIsStandard ? Results.StandardUsers : [],
        .. Events == Standard ? ["--events -"] : Array.Empty<string>(),
        .. Checksums ? ["--checksum"] : Array.Empty<string>(),
    ];

    private IEnumerable<(string Option, FilePath Path)> Files =>
        Results.Files.Select(file => (file.Option, (string?)file.Name))
            .Concat([(EventsOption, Events), ("--manifest", Manifest)])
            .Where(output => output.Item2 is not null && (output.Item2 != Standard || output.Item1 == "--manifest"))
            .Select(output => (output.Item1, Values.Path(output.Item1, output.Item2!)));

    /// <summary>Refuses what exclude each other, and files that the copy needs.</summary>
    /// <param name="source">The source; null: standard input.</param>
    /// <param name="target">The target; null: standard output.</param>
    internal void Check(FilePath? source, FilePath? target)
    {
        (string Option, FilePath Path)[] files = [.. Files];
        string hint = Checksums ? ", for checksums with --manifest" : string.Empty;
        ResultOutputs.RefuseShared(Users, files, $"name a file for one of them{hint}");
        if (Manifest == Standard)
        {
            throw UsageError.Of("--manifest needs a file; --checksum alone writes to standard output");
        }

        for (int index = 0; index < files.Length; index++)
        {
            (string option, FilePath path) = files[index];
            if (files.Take(index).FirstOrDefault(file => SameFile.Is(file.Path, path)) is { Path: { } twice } first)
            {
                throw UsageError.Of($"{first.Option} and {option} both name {twice.Display}; name two files");
            }

            // Of a pipe the system's name names nothing that a file could be.
            FilePath input = source ?? NativePlatform.Host.StandardInput;
            FilePath output = target ?? NativePlatform.Host.StandardOutput;
            foreach ((FilePath place, string what) in new[] { (input, "source"), (output, "target") })
            {
                if (SameFile.Is(path, place))
                {
                    throw UsageError.Of($"{option} {path.Display} is the {what} of the copy; name another file");
                }
            }
        }
    }

    /// <summary>
    /// Refuses files where the copy itself removes: they would be gone, or the copy done and its result not written.
    /// And events where it reads: they would change while they are copied.
    /// </summary>
    /// <param name="task">The copy.</param>
    internal void CheckRemoved(CopyTask task)
    {
        if (task is not { Source: { } source, Target: { } target, Options: TreeCopyOptions options })
        {
            return;
        }

        foreach ((string option, FilePath path) in Files)
        {
            if (options.RemoveSource && SameFile.PathBelow(path, source) is not null)
            {
                throw UsageError.Of(
                    $"{option} {path.Display} is in {source.Display}, which --remove-source removes; " +
                    "name a file elsewhere");
            }

            if (option == EventsOption && SameFile.PathBelow(path, source) is { } copied
                && !IsExcluded(options, copied))
            {
                throw UsageError.Of(
                    $"{option} {path.Display} is in {source.Display} and would be copied while it is written; " +
                    "name a file elsewhere, or leave it out with --exclude");
            }

            if (options.DeleteExtraneous && SameFile.PathBelow(path, target) is { } below
                && !IsExcluded(options, below))
            {
                throw UsageError.Of(
                    $"{option} {path.Display} is in {target.Display}, from which --delete removes what the source " +
                    "lacks; name a file elsewhere, or keep it with --exclude");
            }
        }
    }

    // What is said of a directory is said of everything below it.
    private static bool IsExcluded(TreeCopyOptions options, FilePath path)
    {
        if (options.Filter is not { } filter)
        {
            return false;
        }

        bool excludes = !filter(path, FileKind.Regular);
        for (FilePath above = path.Parent; !excludes && above.Text != "."; above = above.Parent)
        {
            excludes = !filter(above, FileKind.Directory);
        }

        return excludes;
    }
}
