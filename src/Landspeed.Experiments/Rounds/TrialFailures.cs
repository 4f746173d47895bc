using Landspeed.Experiments.Workfiles;

namespace Landspeed.Experiments.Rounds;

/// <summary>Distinguishes failures of one cell from failures that end the whole experiment.</summary>
internal static class TrialFailures
{
    /// <summary>
    /// Tells whether the next cell may still succeed. A full or read-only volume, a missing file and a refusal affect
    /// all cells.
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

    /// <summary>
    /// Does work on the user's files; if a file disappears or changes its kind, that is reported, whichever call
    /// noticed it.
    /// </summary>
    /// <exception cref="ExperimentException">A file disappeared, or is no longer a regular file.</exception>
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

    /// <summary>Tells whether a call failed because the file does not exist.</summary>
    internal static bool IsGone(IOException failure) => failure is FileNotFoundException or DirectoryNotFoundException
        || (NativeError.TryFrom(failure, out NativeError error) && error.Kind == NativeErrorKind.NotFound);

    private static bool IsEverybodys(NativeError error) => error.Kind is NativeErrorKind.NoSpace
        or NativeErrorKind.QuotaExceeded or NativeErrorKind.ReadOnly or NativeErrorKind.NotFound;
}
