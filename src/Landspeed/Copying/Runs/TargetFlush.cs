using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Runs;

/// <summary>Flushes files and file systems of the target, and reports if that fails or is impossible.</summary>
/// <remarks>Thread-safe.</remarks>
internal static class TargetFlush
{
    private const string MayBeLost = "What was copied may be lost when the machine fails now.";

    /// <summary>Flushes a file or directory.</summary>
    /// <param name="handle">The open file or directory.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="reporter">Receives a failure.</param>
    internal static void Flush(SafeFileHandle handle, FilePath path, CopyReporter reporter)
    {
        using TrafficScope flushing = reporter.Flushing();
        Report(Interruptions.Retry(() => NativePlatform.Files.FlushAll(handle)), path, reporter);
    }

    /// <summary>Flushes the whole file system of a directory.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="reporter">Receives a failure.</param>
    internal static void FlushWhole(OpenDirectory directory, CopyReporter reporter)
    {
        using TrafficScope flushing = reporter.Flushing();
        Report(
            Interruptions.Retry(() => NativePlatform.Files.FlushFileSystem(directory.Handle)),
            directory.Path,
            reporter);
    }

    /// <summary>Flushes the parent of a directory, which holds its name.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="reporter">Receives a failure.</param>
    internal static void FlushAbove(OpenDirectory directory, CopyReporter reporter)
    {
        var above = new DirectoryEntry(directory, FilePath.FromBytes(".."u8));
        NativeError error = Entries.TryOpen(above, EntryOpening.Directory, out SafeFileHandle? handle);
        if (error.Kind == NativeErrorKind.AccessDenied)
        {
            FlushWhole(directory, reporter); // the system flushes no directory that may not be read
            return;
        }

        using TrafficScope flushing = reporter.Flushing();
        using (handle)
        {
            Report(
                error.IsError ? NativeResult.Failure(error) : Interruptions.Retry(() => NativePlatform.Files.FlushAll(handle!)),
                directory.Path,
                reporter);
        }
    }

    /// <summary>Reports that nothing in a directory can be made durable.</summary>
    internal static void ReportNothing(OpenDirectory directory, CopyReporter reporter)
    {
        FilePath path = directory.Path;
        reporter.IsNotDurable(new CopyProblem(
            CopyProblemKind.NotPreserved,
            path,
            $"{path.Display} lies on an overlay that is mounted volatile: what was copied is written, and nothing makes it durable there"));
    }

    private static void Report(NativeResult flushed, FilePath path, CopyReporter reporter)
    {
        if (flushed.Failed)
        {
            reporter.IsNotDurable(CopyProblems.Of("make durable", path, flushed.Error, MayBeLost));
        }
    }
}
