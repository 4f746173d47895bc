using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Platform;

namespace Landspeed.Cli.Calls;

/// <summary>Where the results of a sweep or an experiment are kept while it runs.</summary>
internal static class JournalPlace
{
    private const string Suffix = ".cells.jsonl";

    /// <summary>Finds the place.</summary>
    /// <param name="verb">Whose results they are.</param>
    /// <param name="given">What <c>--journal</c> names, or null.</param>
    /// <param name="outputs">Result files, beside the first of which it may lie.</param>
    /// <param name="place">The measured file, or the directory in which the journal lies otherwise.</param>
    /// <returns>A name; null where only a name that is not UTF-8 would do, and none was given.</returns>
    internal static string? Find(string verb, string? given, ResultOutputs outputs, FilePath place)
    {
        if (given is not null)
        {
            return Given(given);
        }

        string? result = outputs.Files.Select(file => file.Name).FirstOrDefault(IsFile);
        FilePath journal = result is not null ? FilePath.FromText(Values.Path("--journal", result).Text + Suffix)
            : KindOf(place) == FileKind.Directory ? InHere(place, $"landspeed-{verb}.jsonl")
            : FilePath.FromText(place.Text + Suffix);
        return journal.IsUtf8 ? journal.Text : null;
    }

    private static string Given(string name)
    {
        FilePath path = Values.Path("--journal", name);
        if (name == ResultOutputs.Standard)
        {
            throw UsageError.Of("--journal needs a file that can be read again, not standard output; name one");
        }

        if (!path.IsUtf8)
        {
            throw UsageError.Of($"--journal {path.Display}: its name must be UTF-8; choose another name");
        }

        return KindOf(path) is null or FileKind.Regular && OwnDescriptor.Find(path) is null
            ? path.Text
            : throw UsageError.Of($"--journal {path.Display} is not a regular file; name an existing or a new one");
    }

    private static FilePath InHere(FilePath directory, string name) =>
        directory.Text == "." ? FilePath.FromText(name) : directory.Join(FilePath.FromText(name));

    // Beside /dev/null and /dev/stdout there is no place to keep anything.
    private static bool IsFile(string name) =>
        name.Length > 0 && FilePath.FromText(name) is var path
        && KindOf(path) is (null or FileKind.Regular) && OwnDescriptor.Find(path) is null;

    private static FileKind? KindOf(FilePath path) =>
        NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded ? status.Kind : null;
}
