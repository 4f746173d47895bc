using Landspeed.Experiments.Host;
using Landspeed.Experiments.Measuring;
using Landspeed.Platform;

namespace Landspeed.Experiments.Records;

/// <summary>Whether a file may be made under a name.</summary>
internal static class RecordTarget
{
    /// <summary>Refuses a name that is taken, and a volume without room. Touches nothing.</summary>
    /// <param name="path">The file that is going to be made.</param>
    /// <param name="overwrite">Whether the file of that name may be replaced.</param>
    /// <param name="needed">Bytes that are going to be written.</param>
    /// <exception cref="ExperimentException">Refused.</exception>
    internal static void Check(FilePath path, bool overwrite, long needed)
    {
        if (NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded)
        {
            CheckPresent(path, overwrite, status);
        }

        VolumeRoom.Check(path.Parent, path, needed, "make fewer records, or free some space");
    }

    private static void CheckPresent(FilePath path, bool overwrite, in FileStatus status)
    {
        if (status.Kind != FileKind.Regular)
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"{path.Display} is no regular file: records are made as one; name another file, or - for standard output");
        }

        if (!overwrite)
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"{path.Display} exists: name another file, or give --overwrite if its content may be lost");
        }

        if (LoopDevices.On(new SystemFiles(), status) is { } loop)
        {
            throw new ExperimentException(
                Outcome.Refused, $"{path.Display} is the medium of {loop}: detach {loop} first, or name another file");
        }
    }
}
