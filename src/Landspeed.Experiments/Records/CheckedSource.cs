using Landspeed.Files;
using Landspeed.Platform;
using static System.FormattableString;

namespace Landspeed.Experiments.Records;

/// <summary>Checks whether a validated file is unchanged since its first byte was read.</summary>
internal static class CheckedSource
{
    private const string Hint = "Validate it again when no process writes to it";

    /// <summary>Refuses the result if the file was replaced or has changed.</summary>
    /// <param name="path">The file.</param>
    /// <param name="before">Its status before the first byte was read.</param>
    /// <param name="read">Bytes that were read.</param>
    /// <exception cref="ExperimentException">The file was replaced or has changed.</exception>
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

        // No program can set back the change time, so even a writer that restores the modification time is detected.
        // Names that are added or removed during the run also change it; then only the modification time counts.
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

    /// <summary>Reports that the file no longer has a name.</summary>
    internal static ExperimentException Gone(FilePath path) => Changed($"{path.Display} was removed or renamed");

    private static ExperimentException Changed(string what) =>
        new(Outcome.SourceChanged, $"{what} while it was validated. {Hint}");
}
