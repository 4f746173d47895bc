using Landspeed.Platform;

namespace Landspeed.Experiments.Workfiles;

/// <summary>The directory in which an experiment creates its own, whose files .NET's own classes open.</summary>
internal static class TrialParent
{
    /// <summary>
    /// Refuses a directory in which .NET's classes cannot create files, and a volume without enough space.
    /// </summary>
    /// <param name="directory">The directory.</param>
    /// <param name="needed">Bytes that it must be able to hold.</param>
    /// <param name="advice">What to do if there is not enough space.</param>
    /// <param name="files">Files that are created.</param>
    /// <returns>What killed runs left there, whose space counts as free.</returns>
    /// <exception cref="ExperimentException">It is missing, not a directory, read-only, or has too little
    /// space.</exception>
    internal static TrialLeftovers Check(FilePath directory, long needed, string advice, long files = 0)
    {
        var leftovers = TrialLeftovers.Find(directory);
        RunSpace.Require(directory, directory, new(needed, files, leftovers.Bytes), advice);
        NativeResult asked = NativePlatform.Files.StatusOf(directory, out FileStatus status);
        if (asked.Failed || status.Kind != FileKind.Directory)
        {
            throw new ExperimentException(
                Outcome.Usage, $"{directory.Display} is not a directory: name one in which files can be made");
        }

        if (!directory.IsUtf8)
        {
            throw new ExperimentException(
                Outcome.Failed,
                $"the name {directory.Display} is not UTF-8, and .NET's file classes cannot open it: name another directory");
        }

        return leftovers;
    }
}
