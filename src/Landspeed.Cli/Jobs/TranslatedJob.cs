using Landspeed.Cli.Arguments;

namespace Landspeed.Cli.Jobs;

/// <summary>A job of another program in the words of this command.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Shown">What it is called in messages.</param>
/// <param name="Words">The command line behind the program's name: <c>measure</c>, the file, options.</param>
/// <param name="Ignored">Names of options that change nothing here, in the order in which they were written.</param>
/// <param name="Differences">What the other program does otherwise; none: no difference is known.</param>
internal sealed record TranslatedJob(
    string Name,
    string Shown,
    IReadOnlyList<string> Words,
    IReadOnlyList<string> Ignored,
    IReadOnlyList<string> Differences)
{
    /// <summary>The command line, for a shell.</summary>
    internal string Line => ShellWord.Join(Words.Prepend("landspeed"));

    /// <summary>What a reader should know, one sentence each.</summary>
    internal IEnumerable<string> Remarks =>
    [
        .. Ignored.Count > 0 ? [$"changes nothing here: {string.Join(", ", Ignored)}"] : Array.Empty<string>(),
        .. Differences,
    ];
}
