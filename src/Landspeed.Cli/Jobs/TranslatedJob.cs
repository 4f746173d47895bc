using Landspeed.Cli.Arguments;

namespace Landspeed.Cli.Fio;

/// <summary>A job of fio in the words of this command.</summary>
/// <param name="Job">The job.</param>
/// <param name="Words">The command line behind the program's name: <c>measure</c>, the file, options.</param>
/// <param name="Ignored">Names of options that change nothing here, in the order of the file.</param>
/// <param name="Differences">What fio does otherwise; none: no difference is known.</param>
internal sealed record TranslatedJob(
    JobSection Job, IReadOnlyList<string> Words, IReadOnlyList<string> Ignored, IReadOnlyList<string> Differences)
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
