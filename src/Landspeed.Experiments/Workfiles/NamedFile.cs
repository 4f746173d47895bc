using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;

namespace Landspeed.Experiments.Workfiles;

/// <summary>
/// A file that an experiment creates under a given name: created if missing, created again if landspeed created it.
/// </summary>
internal static class NamedFile
{
    /// <summary>Examines a name; touches nothing.</summary>
    /// <param name="path">The name.</param>
    /// <param name="status">The status of what exists; default if nothing does.</param>
    /// <returns>Whether something exists.</returns>
    /// <exception cref="ExperimentException">It cannot be examined, or is a symbolic link to nothing.</exception>
    internal static bool Find(FilePath path, out FileStatus status)
    {
        NativeResult found = NativePlatform.Files.StatusOf(path, out status);
        if (found.Failed && found.Error.Kind != NativeErrorKind.NotFound)
        {
            throw new ExperimentException(Outcome.Failed, $"cannot look at {path.Display}: {found.Error}");
        }

        if (found.Failed && SymbolicLinks.Said(path) is not null)
        {
            throw new ExperimentException(
                Outcome.Failed, $"{path.Display} is a symbolic link to a file that is missing: name that file, or remove the link");
        }

        return found.Succeeded;
    }

    /// <summary>Refuses the name of something that must not be overwritten; touches nothing.</summary>
    /// <param name="path">The name, or null if the experiment chooses its own.</param>
    /// <exception cref="ExperimentException">It is not a regular file, or landspeed did not create it.</exception>
    /// <exception cref="IOException">It cannot be opened.</exception>
    internal static void Check(FilePath? path)
    {
        if (path is null || NativePlatform.Files.StatusOf(path, out FileStatus status).Failed)
        {
            return;
        }

        if (status.Kind != FileKind.Regular)
        {
            throw new ExperimentException(
                Outcome.Refused, $"{path.Display} is not a regular file: name a file that does not exist");
        }

        using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
        RequireOurs(file);
    }

    /// <summary>Opens it for reading and writing, empty and marked as ours.</summary>
    /// <param name="path">The name.</param>
    /// <param name="mode">How its bytes use the page cache, if the file system supports it.</param>
    /// <exception cref="ExperimentException">The file is not ours; it is untouched.</exception>
    /// <exception cref="IOException">The system refused.</exception>
    internal static StorageFile Open(FilePath path, IoMode mode)
    {
        bool missing = NativePlatform.Files.StatusOf(path, out _).Failed;
        StorageFile file = StorageFile.Open(path, new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite,
            Creation = missing ? FileCreation.CreateNew : FileCreation.MustExist,
            Mode = mode,
        });
        try
        {
            if (!missing)
            {
                RequireOurs(file);
            }

            OwnershipMark.Mark(file);
            Preallocation.SetLengthOnly(file, 0);
            return file;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    private static void RequireOurs(StorageFile file)
    {
        if (!OwnershipMark.IsOurs(file))
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"{file.Path.Display} was not made by landspeed, or was written to since, and would be overwritten: "
                + "name a file that does not exist");
        }
    }
}
