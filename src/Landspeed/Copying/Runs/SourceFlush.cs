using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Runs;

/// <summary>
/// Makes removals from a source durable: otherwise a machine failure would bring back what the command reported as
/// removed.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal static class SourceFlush
{
    /// <summary>Flushes a directory.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="reporter">Receives a failure.</param>
    internal static void Flush(OpenDirectory directory, CopyReporter reporter) =>
        Report(directory.Flush(), directory.Path, reporter);

    /// <summary>Flushes the whole file system of a directory.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="reporter">Receives a failure.</param>
    internal static void FlushWhole(OpenDirectory directory, CopyReporter reporter) => Report(
        Interruptions.Retry(() => NativePlatform.Files.FlushFileSystem(directory.Handle)), directory.Path, reporter);

    private static void Report(NativeResult flushed, FilePath path, CopyReporter reporter)
    {
        if (flushed.Failed)
        {
            reporter.Noticed(CopyProblems.Of("make durable what was removed from", path, flushed.Error));
        }
    }
}
