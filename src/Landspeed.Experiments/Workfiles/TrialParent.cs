using Landspeed.Platform;

namespace Landspeed.Experiments.Workfiles;

/// <summary>The directory in which an experiment makes one of its own, whose files .NET's own classes open.</summary>
internal static class TrialParent
{
    /// <summary>Refuses what no file can be made in by .NET's classes, and a volume without room.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="needed">Bytes that it must take.</param>
    /// <param name="advice">What to do where there is no room.</param>
    /// <param name="files">Files that are made.</param>
    /// <returns>What killed runs have left there, whose space counts as free.</returns>
    /// <exception cref="ExperimentException">It is missing, no directory, read-only, or has too little room.</exception>
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
