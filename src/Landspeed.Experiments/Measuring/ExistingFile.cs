using Landspeed.Experiments.Host;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Measuring;

/// <summary>Whether a file that is there may be measured, and written.</summary>
internal static class ExistingFile
{
    /// <summary>Refuses what is no file, what is somebody else's, and what a device lies on.</summary>
    /// <param name="options">The case.</param>
    /// <param name="status">What the name stands for.</param>
    /// <param name="access">Whether the run writes to it.</param>
    /// <returns>Whether it is ours and half filled.</returns>
    /// <exception cref="ExperimentException">Refused; nothing was touched.</exception>
    internal static bool Check(MeasurementOptions options, in FileStatus status, FileAccessKind access)
    {
        FilePath path = options.Path;
        if (status.Kind != FileKind.Regular)
        {
            throw Refused(
                $"{path.Display} is {Describe(status.Kind)}: only regular files are measured; "
                + "name a file on the volume instead");
        }

        (bool ours, bool unfinished) = Look(path); // also tells whether the file can be read at all
        if (access == FileAccessKind.Read && !unfinished)
        {
            return false;
        }

        if (!ours && !options.Overwrite)
        {
            throw Refused(
                $"{path.Display} was not made by landspeed, and the run would write to it: "
                + "name another file, or give --overwrite if its content may be lost");
        }

        if (LoopDevices.On(new SystemFiles(), status) is { } loop)
        {
            throw Refused(
                $"{path.Display} is the medium of {loop}, and writing to it would destroy what lies there: "
                + $"detach {loop} first, or name another file");
        }

        return unfinished;
    }

    private static (bool Ours, bool Unfinished) Look(FilePath path)
    {
        try
        {
            using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
            bool ours = OwnershipMark.IsOurs(file);
            return (ours, ours && UnfinishedFill.IsMarked(file));
        }
        catch (NativeIOException unreadable)
        {
            throw new ExperimentException(Outcome.Failed, unreadable.Message, unreadable);
        }
    }

    private static ExperimentException Refused(string message) => new(Outcome.Refused, message);

    private static string Describe(FileKind kind) => kind switch
    {
        FileKind.Directory => "a directory",
        FileKind.Fifo => "a FIFO",
        FileKind.Socket => "a socket",
        FileKind.BlockDevice => "a block device",
        FileKind.CharacterDevice => "a character device",
        _ => "not a regular file",
    };
}
