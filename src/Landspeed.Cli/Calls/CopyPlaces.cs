using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;
using Landspeed.Platform;

namespace Landspeed.Cli.Calls;

/// <summary>Source and target as they were meant.</summary>
/// <param name="Subject">What is copied.</param>
/// <param name="Source">The source; null: standard input.</param>
/// <param name="Target">The copy's own name; null: standard output.</param>
internal sealed record CopyPlaces(CopySubject Subject, FilePath? Source, FilePath? Target)
{
    private const string Standard = ResultOutputs.Standard;

    /// <summary>Finds out what two words mean.</summary>
    /// <param name="source">A file or directory, or - for standard input.</param>
    /// <param name="target">Its copy's name, a directory with a slash behind it, or - for standard output.</param>
    /// <param name="makesParents">Whether missing directories of the target are created.</param>
    /// <exception cref="ExperimentException">They are invalid, or must not be used: nothing was touched.</exception>
    /// <exception cref="NativeIOException">There is no such source, or the system refuses to tell.</exception>
    internal static CopyPlaces Of(string source, string target, bool makesParents = false)
    {
        if (source == Standard && target == Standard)
        {
            throw UsageError.Of("from standard input to standard output there is nothing to make durable; use cat");
        }

        FilePath? from = source == Standard ? null : Values.Path("SOURCE", source);
        FileStatus status = default;
        if (from is not null)
        {
            NativeResult known = NativePlatform.Files.StatusOf(from, out status);
            if (known.Failed)
            {
                throw new NativeIOException("copy", from, known.Error);
            }
        }

        CopySubject subject = from is null || target == Standard ? CopySubject.Stream
            : status.Kind == FileKind.Directory ? CopySubject.Tree
            : CopySubject.File;
        if (from is not null && status.Kind == FileKind.Directory && target == Standard)
        {
            throw UsageError.Of($"{from.Display} is a directory and cannot go to standard output; name a directory");
        }

        if (makesParents && subject != CopySubject.Stream)
        {
            FilePath named = Values.Path("TARGET", target);
            ParentDirectories.Make(target.EndsWith('/') ? named : named.Parent);
        }

        return new CopyPlaces(subject, from, target == Standard ? null : TargetOf(from, subject, target));
    }

    private static FilePath TargetOf(FilePath? source, CopySubject subject, string target)
    {
        FilePath path = Values.Path("TARGET", target);
        if (OwnDescriptor.Find(path) is not null)
        {
            string hint = subject == CopySubject.File
                ? "for standard output write - as the target"
                : "name another target";
            throw new ExperimentException(
                Outcome.Refused,
                $"{path.Display} is an open file that the command was started with, not a name for a copy; {hint}");
        }

        bool known = NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded;
        if (!known && !target.EndsWith('/')
            && NativePlatform.Files.StatusOf(path.Parent, out _).Error.Kind is NativeErrorKind.NotFound)
        {
            throw UsageError.Of($"the directory {path.Parent.Display} does not exist; create it first");
        }

        if (!target.EndsWith('/'))
        {
            return known && status.Kind == FileKind.Directory && subject != CopySubject.Tree
                ? throw UsageError.Of(
                    $"{path.Display} is a directory; write {Shown.OneLine(target)}/" +
                    (source is null ? "NAME" : string.Empty) + " to copy into it, or another name")
                : path;
        }

        if (source is null)
        {
            throw UsageError.Of($"standard input has no name for its copy in {path.Display}; write {Shown.OneLine(target)}NAME");
        }

        if (source.Name.Text is "." or ".." or "/")
        {
            throw UsageError.Of(
                $"{source.Display} has no name of its own for its copy in {path.Display}; write {Shown.OneLine(target)}NAME");
        }

        return known && status.Kind == FileKind.Directory
            ? path.Join(source.Name)
            : throw UsageError.Of(
                $"cannot copy into {path.Display}: there is no such directory; create it first, or leave out the slash to copy " +
                "to that name");
    }
}
