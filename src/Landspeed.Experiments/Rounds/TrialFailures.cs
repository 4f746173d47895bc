using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Rounds;

/// <summary>Distinguishes what fails one cell from what ends the whole experiment.</summary>
internal static class TrialFailures
{
    /// <summary>
    /// Whether the next cell may do well all the same. A full or read-only volume, a file that is gone and a refusal are
    /// everybody's.
    /// </summary>
    internal static bool AreOfOneCell(Exception failure) => failure switch
    {
        ExperimentException { Outcome: Outcome.Failed or Outcome.Mismatch } => true,
        ExperimentException or FileNotFoundException or DirectoryNotFoundException => false,
        NativeIOException native => !IsEverybodys(native.Error),
        IOException or UnauthorizedAccessException or NotSupportedException =>
            !NativeError.TryFrom(failure, out NativeError error) || !IsEverybodys(error),
        _ => NativeError.TryFrom(failure, out _), // a file that would become too large
    };

    /// <summary>Does work on a person's files; one that goes away or changes its kind is reported as that, whichever call noticed it.</summary>
    /// <exception cref="ExperimentException">A file went away, or is no regular file any more.</exception>
    internal static T OnInput<T>(InputDirectory input, Func<T> work)
    {
        try
        {
            return work();
        }
        catch (IOException failure) when (IsGone(failure) && input.FirstMissing() is { } gone)
        {
            throw InputChanges.Gone(gone);
        }
        catch (NotRegularFileException failure)
        {
            throw InputChanges.Other(failure.Path);
        }
    }

    /// <summary>Whether a call failed because there is no such file.</summary>
    internal static bool IsGone(IOException failure) => failure is FileNotFoundException or DirectoryNotFoundException
        || (NativeError.TryFrom(failure, out NativeError error) && error.Kind == NativeErrorKind.NotFound);

    private static bool IsEverybodys(NativeError error) => error.Kind is NativeErrorKind.NoSpace
        or NativeErrorKind.QuotaExceeded or NativeErrorKind.ReadOnly or NativeErrorKind.NotFound;
}
