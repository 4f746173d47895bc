using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Copying.Content;

/// <summary>Detects whether a source has changed since its first byte was read.</summary>
internal static class SourceChanges
{
    private const string Hint = "Copy it again when no process writes to it";

    /// <summary>Throws if a source has changed, has more content than its length, or has lost its name.</summary>
    /// <param name="source">The source, open.</param>
    /// <param name="job">Its status before it was read, and its name.</param>
    /// <param name="setup">How the name is looked up.</param>
    /// <exception cref="CopyException">It has changed, or is a file of /proc or similar.</exception>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    internal static void Require(StorageFile source, FileCopyJob job, CopySetup setup)
    {
        FileStatus before = job.SourceStatus;

        if (before.Length == 0 && source.EffectiveMode is IoMode.Buffered or IoMode.Uncached
            && new WholeTransfer(source.Handle, source.Path).Read(new byte[1], 0) > 0)
        {
            throw new CopyException(
                CopyOutcome.Failed, Untrue(source.Path, "has content but says that its length is 0"));
        }

        if (Find(source.Path, before, source.Status()) is { } change)
        {
            throw new CopyException(CopyOutcome.SourceChanged, change);
        }

        if (setup.FollowsLinks)
        {
            RequirePath(source.Path, before);
        }
        else
        {
            RequireName(job.Source, before);
        }
    }

    private static CopyProblem? Find(FilePath path, in FileStatus before, in FileStatus now)
    {
        if (now.Length != before.Length)
        {
            string how = now.Length < before.Length ? "shrank" : "grew";
            return Problem(path, FormattableString.Invariant(
                $"{path.Display} {how} from {before.Length} to {now.Length} bytes while it was copied"));
        }

        // The time of change cannot be set back: a writer that restores the modification time is still noticed. Adding
        // or removing a name also changes it; then only the content's time counts.
        bool same = now.Modified == before.Modified
            && (now.Changed == before.Changed || now.LinkCount != before.LinkCount);
        return same ? null : Problem(path, $"{path.Display} was written to while it was copied");
    }

    /// <summary>
    /// Throws if a source's name now belongs to another file, or to none: the old content would be copied without
    /// notice.
    /// </summary>
    /// <param name="source">The source; its name is looked up in its open directory without following links.</param>
    /// <param name="opened">
    /// Status of the file that was opened and is still open, so that no other file can have its inode number.
    /// </param>
    /// <exception cref="CopyException">It was moved, removed or replaced.</exception>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    internal static void RequireName(DirectoryEntry source, in FileStatus opened)
    {
        FileStatus? now = Entries.Find(source);
        if (now is null || !Entries.IsSame(now.Value, opened))
        {
            throw Renamed(source.Path, now is null);
        }
    }

    /// <summary>
    /// The same for a file that the user named by its path: links are followed, and its directory may also have
    /// changed.
    /// </summary>
    /// <inheritdoc cref="RequireName(DirectoryEntry, in FileStatus)"/>
    internal static void RequirePath(FilePath source, in FileStatus opened)
    {
        FileStatus now = default;
        NativeError error = Interruptions.Retry(() => NativePlatform.Files.StatusOf(source, out now)).Error;
        if (error.Kind is not (NativeErrorKind.None or NativeErrorKind.NotFound))
        {
            throw new NativeIOException("ask again about", source, error);
        }

        if (error.IsError || !Entries.IsSame(now, opened))
        {
            throw Renamed(source, error.IsError);
        }
    }

    private static CopyException Renamed(FilePath path, bool isGone) => new(
        CopyOutcome.SourceChanged,
        Problem(path, isGone
            ? $"{path.Display} was moved or removed while it was copied"
            : $"{path.Display} was replaced by another file while it was copied"));

    /// <summary>Describes a source whose second reading brought other bytes than its first.</summary>
    internal static CopyException ReadDifferently(FilePath path, ByteRange range) => new(
        CopyOutcome.Mismatch,
        new CopyProblem(
            CopyProblemKind.Mismatch,
            path,
            $"{path.Display} was read twice, and the medium returned other bytes the second time, between "
                + FormattableString.Invariant($"{range.Offset} and {range.End}; it was not copied. ")
                + "Suspect memory, cable or device",
            range));

    /// <summary>Describes a source that ended before its length.</summary>
    internal static CopyException Ended(FilePath path, long length, long end) => Changed(FileSystemNames.IsMadeUp(path)
        ? Untrue(path, FormattableString.Invariant($"has {end} bytes and says that its length is {length}"))
        : Problem(
            path, FormattableString.Invariant($"{path.Display} ended at byte {end} of {length} while it was copied")));

    /// <summary>Describes a source that changed between two checks.</summary>
    internal static CopyException WhileRead(DirectoryEntry source) => Changed(
        FileSystemNames.IsMadeUp(source.Path)
            ? Untrue(source.Path, "does not say its true length")
            : new CopyProblem(
                CopyProblemKind.SourceChanged,
                source.Path,
                $"{source.Path.Display} changed while it was read: copy it again"));

    private static CopyException Changed(CopyProblem problem) => new(CopyProblems.OutcomeOf(problem.Kind), problem);

    // Files of /proc and similar report a length of zero or one page, which is wrong.
    private static CopyProblem Untrue(FilePath path, string how) => new(
        CopyProblemKind.Failed,
        path,
        $"{path.Display} {how}, as files do that the kernel generates (/proc, /sys); copy it through a pipe");

    private static CopyProblem Problem(FilePath path, string message) =>
        new(CopyProblemKind.SourceChanged, path, $"{message}. {Hint}");
}
