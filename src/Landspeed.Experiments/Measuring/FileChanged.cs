using Landspeed.Platform;
using static System.FormattableString;

namespace Landspeed.Experiments.Measuring;

/// <summary>Somebody else changed the file while it was measured.</summary>
internal static class FileChanged
{
    /// <summary>The file became shorter.</summary>
    internal static ExperimentException Shorter(FilePath path, long expected, long found) => new(
        Outcome.SourceChanged,
        path.Display + Invariant($" became shorter during the run: {found} bytes, {expected} before. ")
        + "Another process truncated it, so the numbers are void; run again when nobody else uses the file");
}
