using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>Finds out whether a source is still what it was when its first byte was read.</summary>
internal static class SourceChanges
{
    private const string Hint = "Copy it again when nobody writes to it";

    /// <summary>Refuses a source that is not what it was, or that has more content than it said.</summary>
    /// <param name="source">The source, open.</param>
    /// <param name="before">What it was.</param>
    /// <exception cref="CopyException">It changed, or is a file of /proc or the like.</exception>
    /// <exception cref="NativeIOException">The system refused to say.</exception>
    internal static void Require(StorageFile source, in FileStatus before)
    {
        // Files of /proc and their like say that they are empty, and are not.
        if (before.Length == 0 && source.EffectiveMode is IoMode.Buffered or IoMode.Uncached
            && new WholeTransfer(source.Handle, source.Path).Read(new byte[1], 0) > 0)
        {
            throw new CopyException(CopyOutcome.Failed, new CopyProblem(
                CopyProblemKind.Failed,
                source.Path,
                $"{source.Path.Display} has content but says that its length is 0, as files of /proc do; copy it as a stream, from -"));
        }

        if (Find(source.Path, before, source.Status()) is { } change)
        {
            throw new CopyException(CopyOutcome.SourceChanged, change);
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

        // The time of change cannot be set back by anybody: also a writer that restores the other time is seen. Names given
        // or taken away meanwhile change it, too; then only the content's time counts.
        bool same = now.Modified == before.Modified
            && (now.Changed == before.Changed || now.LinkCount != before.LinkCount);
        return same ? null : Problem(path, $"{path.Display} was written to while it was copied");
    }

    /// <summary>A source that ended before its length.</summary>
    internal static CopyProblem Ended(FilePath path, long length, long end) => Problem(
        path, FormattableString.Invariant($"{path.Display} ended at byte {end} of {length} while it was copied"));

    /// <summary>A source that was changed between two looks at it.</summary>
    internal static CopyException WhileRead(DirectoryEntry source) => new(
        CopyOutcome.SourceChanged,
        new CopyProblem(
            CopyProblemKind.SourceChanged, source.Path, $"{source.Path.Display} changed while it was read: copy it again"));

    private static CopyProblem Problem(FilePath path, string message) =>
        new(CopyProblemKind.SourceChanged, path, $"{message}. {Hint}");
}
