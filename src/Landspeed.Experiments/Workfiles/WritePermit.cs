using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Platform;

namespace Landspeed.Experiments.Workfiles;

/// <summary>
/// Decides whether an existing file may be measured, and written: only if it is ours, or the user permits overwriting
/// it.
/// </summary>
/// <param name="Path">The file.</param>
/// <param name="Overwrite">Whether the user permits its content to be lost.</param>
internal readonly record struct WritePermit(FilePath Path, bool Overwrite)
{
    /// <summary>Refuses names that are not files, files that are not ours, and files that back a loop device.</summary>
    /// <param name="status">The status of the name.</param>
    /// <param name="access">Whether the run writes to it.</param>
    /// <returns>Whether it is ours and half filled.</returns>
    /// <exception cref="ExperimentException">Refused; nothing was touched.</exception>
    internal bool Check(in FileStatus status, FileAccessKind access)
    {
        if (status.Kind != FileKind.Regular)
        {
            throw new ExperimentException(
                status.Kind == FileKind.Directory ? Outcome.Usage : Outcome.Refused,
                $"{Path.Display} is {FileKinds.Describe(status.Kind)}; name a regular file on that volume");
        }

        // Also checks whether the file can be read at all.
        (bool isOurs, bool isUnfinished, bool wasWritten) = Look();
        if (access == FileAccessKind.Read && !isUnfinished)
        {
            return false;
        }

        if (!isOurs && !Overwrite)
        {
            string whose = wasWritten
                ? "was changed by another program since landspeed made it"
                : "was not made by landspeed";
            throw Refused(
                $"{Path.Display} {whose}, and the run would write to it: "
                + "name another file, or give --overwrite if its content may be lost");
        }

        if (NativePlatform.Host.LoopDeviceOn(status) is { } loop)
        {
            throw Refused(
                $"{Path.Display} is the medium of {loop}, and writing to it would destroy the data there: "
                + $"detach {loop} first, or name another file");
        }

        return isUnfinished;
    }

    /// <summary>Tells whether the file is ours.</summary>
    /// <exception cref="ExperimentException">It cannot be read.</exception>
    internal bool IsOurs() => Look().IsOurs;

    /// <summary>Opens the file; for writing only if it may be written.</summary>
    /// <param name="how">Access and mode.</param>
    /// <returns>The open file, owned by the caller.</returns>
    /// <exception cref="ExperimentException">Refused: landspeed did not create it; nothing was written.</exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <remarks>
    /// The plan checked a name, and since then another file may have taken it: only the descriptor that will be written
    /// shows whose file it is.
    /// </remarks>
    internal StorageFile Open(StorageFileOptions how)
    {
        StorageFile file = StorageFile.Open(Path, how);
        try
        {
            if (how.Access == FileAccessKind.Read || OwnershipMark.TryClaim(file) || Overwrite)
            {
                return file;
            }
        }
        catch
        {
            file.Dispose();
            throw;
        }

        file.Dispose();
        throw Refused(
            $"{Path.Display} is no longer the file that was planned for: another file took its place, which "
            + "landspeed did not make, or it was changed; name another file, "
            + "or give --overwrite if its content may be lost");
    }

    private (bool IsOurs, bool IsUnfinished, bool WasWritten) Look()
    {
        try
        {
            using StorageFile file = StorageFile.Open(Path, new StorageFileOptions());
            bool isOurs = OwnershipMark.IsOurs(file);
            return (isOurs, isOurs && UnfinishedFill.IsMarked(file), OwnershipMark.WasWrittenByOthers(file));
        }
        catch (NativeIOException unreadable)
        {
            throw new ExperimentException(Outcome.Failed, unreadable.Message, unreadable);
        }
    }

    private static ExperimentException Refused(string message) => new(Outcome.Refused, message);
}
