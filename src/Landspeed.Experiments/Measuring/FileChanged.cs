using Landspeed.Files;
using static System.FormattableString;

namespace Landspeed.Experiments.Measuring;

/// <summary>Reports that another process changed the file while it was measured.</summary>
internal static class FileChanged
{
    /// <summary>Reports that the file became shorter.</summary>
    /// <param name="file">The file.</param>
    /// <param name="expected">Its length before the run, bytes.</param>
    /// <param name="readable">Offset at which a read met the end of the file, bytes; the file's length was at most this
    /// then.</param>
    internal static ExperimentException Shorter(StorageFile file, long expected, long readable) =>
        FileSystemNames.IsMadeUp(file.Path) ? Untrue(file, expected, readable) : new(
        Outcome.SourceChanged,
        file.Path.Display + Invariant($" became shorter during the run: {Math.Min(file.Length, readable)} bytes, {expected} before. ")
        + "Another process truncated it, so the numbers are void; run again when no other process uses the file");

    private static ExperimentException Untrue(StorageFile file, long expected, long readable) => new(
        Outcome.Failed,
        Invariant($"{file.Path.Display} has {readable} bytes but reports a length of {expected}, ")
        + "as files do that the kernel generates (/proc, /sys); name another file");
}
