using Landspeed.Cli.Arguments;
using Landspeed.Platform;

namespace Landspeed.Cli.Output;

/// <summary>Where the results of a copy go.</summary>
internal sealed record CopyOutputs
{
    private const string Standard = ResultOutputs.Standard;

    // The system's names of what the standard streams read and write; of a pipe they name nothing that a file could be.
    private static readonly FilePath s_input = FilePath.FromText("/dev/stdin");
    private static readonly FilePath s_output = FilePath.FromText("/dev/stdout");

    /// <summary>File for the document, <c>-</c> for standard output, or null.</summary>
    internal string? Json { get; init; }

    /// <summary>File for a line an entry, <c>-</c> for standard output, or null.</summary>
    internal string? Events { get; init; }

    /// <summary>File for the checksums, or null.</summary>
    internal string? Manifest { get; init; }

    /// <summary>Whether checksums go to standard output.</summary>
    internal bool Checksums { get; init; }

    /// <summary>Whether the copy itself goes to standard output.</summary>
    internal bool Content { get; init; }

    /// <summary>Whether something other than the summary has standard output for itself.</summary>
    internal bool TakesStandard => Users.Count > 0;

    /// <summary>Whether the document is printed instead of the summary.</summary>
    internal bool DocumentIsStandard => Json == Standard;

    private List<string> Users =>
    [
        .. Content ? ["the copy"] : Array.Empty<string>(),
        .. Json == Standard ? ["--json -"] : Array.Empty<string>(),
        .. Events == Standard ? ["--events -"] : Array.Empty<string>(),
        .. Checksums ? ["--checksum"] : Array.Empty<string>(),
    ];

    private IEnumerable<(string Option, FilePath Path)> Files =>
        new[] { ("--json", Json), ("--events", Events), ("--manifest", Manifest) }
            .Where(output => output.Item2 is not null && (output.Item2 != Standard || output.Item1 == "--manifest"))
            .Select(output => (output.Item1, Values.Path(output.Item1, output.Item2!)));

    /// <summary>Refuses what exclude each other, and files that the copy needs.</summary>
    /// <param name="source">The source; null: standard input.</param>
    /// <param name="target">The target; null: standard output.</param>
    internal void Check(FilePath? source, FilePath? target)
    {
        if (Users.Count > 1)
        {
            throw UsageError.Of(
                $"{string.Join(" and ", Users)} {(Users.Count == 2 ? "both" : "all")} want standard output; " +
                "name a file for one of them" + (Checksums ? ", for checksums with --manifest" : string.Empty));
        }

        if (Manifest == Standard)
        {
            throw UsageError.Of("--manifest needs a file; --checksum alone writes to standard output");
        }

        (string Option, FilePath Path)[] files = [.. Files];
        for (int index = 0; index < files.Length; index++)
        {
            (string option, FilePath path) = files[index];
            if (files.Take(index).FirstOrDefault(file => SameFile.Is(file.Path, path)) is { Path: { } twice } first)
            {
                throw UsageError.Of($"{first.Option} and {option} both name {twice.Display}; name two files");
            }

            foreach ((FilePath place, string what) in new[] { (source ?? s_input, "source"), (target ?? s_output, "target") })
            {
                if (SameFile.Is(path, place))
                {
                    throw UsageError.Of($"{option} {path.Display} is the {what} of the copy; name another file");
                }
            }
        }
    }
}
