using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Experiments.Collecting;
using Landspeed.Experiments.Judging;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>The results that words of a command name, as one document.</summary>
internal static class StoredResults
{
    private const string Ending = ".json";

    /// <summary>Reads them.</summary>
    /// <param name="names">Files, directories of files, or <c>-</c> for standard input, once at most; one or more.</param>
    /// <returns>
    /// The result of the one file as it is; of several one of the kind <see cref="ResultKinds.Report"/>, a history where a directory is among them.
    /// </returns>
    /// <exception cref="ExperimentException">Failed: a file named cannot be read or is no result, or a directory holds none.</exception>
    internal static ResultDocument Read(IReadOnlyList<string> names)
    {
        if (names.Count(StoredResult.IsInput) > 1)
        {
            throw UsageError.Of("standard input can be read once: name - once, and files for the others");
        }

        if (!names.Any(NameKinds.IsDirectory))
        {
            return names.Count == 1 ? StoredResult.Read(names[0]) : Collection.Of(Labelled([.. names.Select(name => (name, StoredResult.Read(name)))]), []);
        }

        var found = new List<(string Name, ResultDocument Result)>();
        var passed = new List<string>();
        foreach (string name in names)
        {
            foreach (string file in NameKinds.IsDirectory(name) ? FilesOf(name) : [name])
            {
                if (!NameKinds.IsDirectory(name))
                {
                    found.Add((file, StoredResult.Read(file)));
                }
                else if (TryRead(file, passed) is { } result)
                {
                    Add(found, file, result, passed);
                }
            }
        }

        return found.Count > 0 ? History.Of(Labelled(found), PassedOver(passed)) : throw new ExperimentException(
            Outcome.Failed, $"there is no result in {Shown.OneLine(string.Join(", ", names))}: results are files *{Ending} that --json wrote"
                + (passed.Count > 0 ? $"; {Shown.OneLine(passed[0])}" : string.Empty));
    }

    /// <summary>The files that are read for the words, those of directories too.</summary>
    /// <exception cref="ExperimentException">Failed: a directory cannot be read.</exception>
    internal static IEnumerable<string> Files(IEnumerable<string> names) =>
        names.Where(name => !StoredResult.IsInput(name))
            .SelectMany(name => NameKinds.IsDirectory(name) ? FilesOf(name) : [name]);

    private static string[] FilesOf(string directory)
    {
        try
        {
            using OpenDirectory open = OpenDirectory.Root(FilePath.FromText(directory));
            List<string> files = [];
            NativeError error = new DirectoryListing().ForEachEntry(open, (name, kind) =>
            {
                if (kind != FileKind.Directory && name.Text.EndsWith(Ending, StringComparison.Ordinal))
                {
                    files.Add(Path.Join(directory, name.Text));
                }

                return true;
            });
            return error.IsError
                ? throw new NativeIOException("list", open.Path, error)
                : [.. files.Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ExperimentException(Outcome.Failed, $"cannot list {Shown.OneLine(directory)}: {FrameworkErrors.Cause(e)}", e);
        }
    }

    // It was not named: a directory of results may hold other files too.
    private static ResultDocument? TryRead(string file, List<string> passed)
    {
        // A FIFO without a writer would be waited for.
        if (NativePlatform.Files.StatusOf(FilePath.FromText(file), out FileStatus status).Succeeded && status.Kind != FileKind.Regular)
        {
            passed.Add($"{Shown.OneLine(file)} is not a regular file");
            return null;
        }

        try
        {
            ResultDocument result = StoredResult.Read(file);
            if (result.Kind == ResultKinds.Report)
            {
                passed.Add($"{Shown.OneLine(file)} is a report of other results");
                return null;
            }

            if (result.Rank is { } rank)
            {
                passed.Add(FormattableString.Invariant($"{Shown.OneLine(file)} is the part of rank {rank.Number}: combine the parts of a job with landspeed merge"));
                return null;
            }

            return History.Summary(result); // hundreds of results are large with their runs
        }
        catch (ExperimentException e)
        {
            passed.Add(e.Message);
            return null;
        }
    }

    // A copy of a file, or a result that was written under two names, is no second measurement.
    private static void Add(List<(string Name, ResultDocument Result)> found, string file, ResultDocument result, List<string> passed)
    {
        string? same = found.Find(one => IdentityOf(one.Result) == IdentityOf(result)).Name;
        if (same is null)
        {
            found.Add((file, result));
        }
        else
        {
            passed.Add($"{Shown.OneLine(file)} is the same result as {Shown.OneLine(same)}");
        }
    }

    private static (DateTimeOffset, string, string?, ulong) IdentityOf(ResultDocument result) =>
        (result.StartedAt, result.Kind, result.Variant, result.Setup.Seed);

    private static FindingRecord[] PassedOver(List<string> passed) => passed.Count == 0 ? [] :
    [
        FindingCodes.PassedOver.Says(passed.Count == 1
            ? $"a file is skipped: {passed[0]}"
            : FormattableString.Invariant($"{passed.Count} files are skipped; the first: {passed[0]}")),
    ];

    // The file's name without its ending; with its directory, or numbered, where that tells two apart.
    private static ResultDocument[] Labelled(IReadOnlyList<(string Name, ResultDocument Result)> found)
    {
        string[] labels = [.. found.Select(one => StoredResult.IsInput(one.Name) ? "standard input" : Path.GetFileNameWithoutExtension(one.Name))];
        if (!AreDistinct(labels))
        {
            labels = [.. found.Select(one => StoredResult.IsInput(one.Name) ? "standard input" : Path.ChangeExtension(one.Name, null))];
        }

        if (!AreDistinct(labels))
        {
            labels = [.. labels.Select((label, index) => FormattableString.Invariant($"{label} {index + 1}"))];
        }

        return [.. found.Select((one, index) => one.Result with { Label = labels[index] })];
    }

    private static bool AreDistinct(string[] labels) => labels.Distinct(StringComparer.Ordinal).Count() == labels.Length;
}
