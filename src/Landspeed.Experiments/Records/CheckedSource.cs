using Landspeed.Files;
using Landspeed.Platform;
using static System.FormattableString;

namespace Landspeed.Experiments.Records;

/// <summary>Whether a file that is validated is still what it was when its first byte was read.</summary>
internal static class CheckedSource
{
    private const string Hint = "Validate it again when nobody writes to it";

    /// <summary>Refuses what was found, where the file is another one or has changed.</summary>
    /// <param name="path">The file.</param>
    /// <param name="before">What it was before the first byte was read.</param>
    /// <param name="read">Bytes that were read.</param>
    /// <exception cref="ExperimentException">It changed.</exception>
    /// <exception cref="NativeIOException">The system refused to report it.</exception>
    internal static void RequireSame(FilePath path, in FileStatus before, long read)
    {
        NativeResult asked = NativePlatform.Files.StatusOf(path, out FileStatus now);
        if (asked.Failed)
        {
            throw asked.Error.Kind == NativeErrorKind.NotFound
                ? Gone(path)
                : new NativeIOException("ask the status of", path, asked.Error);
        }

        if (FileIdentity.Of(now) != FileIdentity.Of(before))
        {
            throw Changed($"{path.Display} was replaced by another file");
        }

        if (now.Length != before.Length)
        {
            string how = now.Length < before.Length ? "shrank" : "grew";
            throw Changed(path.Display + Invariant($" {how} from {before.Length} to {now.Length} bytes"));
        }

        // The time of change cannot be set back by anybody: also a writer that restores the other time is seen. Names given
        // or taken away meanwhile change it, too; then only the content's time counts.
        bool same = now.Modified == before.Modified
            && (now.Changed == before.Changed || now.LinkCount != before.LinkCount);
        if (!same)
        {
            throw Changed($"{path.Display} was written to");
        }

        if (read != before.Length)
        {
            throw Changed(path.Display + Invariant($" ended at byte {read} of {before.Length}"));
        }
    }

    /// <summary>The file has no name any more.</summary>
    internal static ExperimentException Gone(FilePath path) => Changed($"{path.Display} was removed or renamed");

    private static ExperimentException Changed(string what) =>
        new(Outcome.SourceChanged, $"{what} while it was validated. {Hint}");
}
