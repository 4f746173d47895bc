using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>Finds out whether a source is still what it was when its first byte was read.</summary>
internal static class SourceChanges
{
    private const string Hint = "Copy it again when nobody writes to it";

    /// <summary>Compares.</summary>
    /// <param name="file">The source, open.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="before">What it was.</param>
    /// <returns>What changed; null when nothing did.</returns>
    /// <exception cref="NativeIOException">The system refused to say.</exception>
    internal static CopyProblem? Find(SafeFileHandle file, FilePath path, in FileStatus before)
    {
        NativeResult asked = NativePlatform.Files.Status(file, out FileStatus now);
        if (asked.Failed)
        {
            throw new NativeIOException("ask the status of", path, asked.Error);
        }

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

    /// <summary>A source that is another file than before.</summary>
    internal static CopyProblem Replaced(FilePath path) =>
        Problem(path, $"{path.Display} was replaced by another file while it was copied");

    /// <summary>A source that was changed between two looks at it.</summary>
    internal static CopyException WhileRead(DirectoryEntry source) => new(
        CopyOutcome.SourceChanged,
        new CopyProblem(
            CopyProblemKind.SourceChanged, source.Path, $"{source.Path.Display} changed while it was read: copy it again"));

    private static CopyProblem Problem(FilePath path, string message) =>
        new(CopyProblemKind.SourceChanged, path, $"{message}. {Hint}");
}
