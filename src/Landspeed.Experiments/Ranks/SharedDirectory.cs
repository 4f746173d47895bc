using System.Globalization;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Platform;

namespace Landspeed.Experiments.Ranks;

/// <summary>
/// Checks whether a directory is the same one for all ranks: another disk may be mounted under its name on another
/// host.
/// </summary>
/// <param name="directory">The directory.</param>
/// <param name="ranks">The ranks.</param>
/// <param name="stop">Ends the wait for them.</param>
internal sealed class SharedDirectory(FilePath directory, IRanks ranks, CancellationToken stop)
{
    /// <summary>
    /// Compares: rank 0 creates an empty file with a random name there, the others look for it, and it is removed
    /// again.
    /// </summary>
    /// <exception cref="ExperimentException">Refused: it is a different directory here than on rank 0.</exception>
    /// <remarks>
    /// If rank 0 may not create a file, the inode number of the directory is compared, which is weaker evidence.
    /// </remarks>
    internal void Check()
    {
        long token = ranks.Tell((long)(NativePlatform.Host.RandomNumber() >> 1), stop);
        FilePath name = directory.Join(FilePath.FromText($".landspeed-{token.ToString("x", CultureInfo.InvariantCulture)}"));
        bool isFirst = ranks.Self.Number == 0;
        using CreatedFile? made = isFirst ? Make(name) : null;
        bool isMade = ranks.Tell(made is null ? 0 : 1, stop) != 0;
        long number = ranks.Tell(Number(directory), stop);
        if (isMade ? Number(name) == 0 : Number(directory) != number)
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"{directory.Display} is not the same directory here as on rank 0: put {{rank}} in the name of the file, or name a file system that all hosts have mounted");
        }

        ranks.Meet("all see one directory", stop);
    }

    private static CreatedFile? Make(FilePath name)
    {
        try
        {
            using StorageFile file = StorageFile.Open(
                name, new StorageFileOptions { Access = FileAccessKind.ReadWrite, Creation = FileCreation.CreateNew });
            return new CreatedFile(file);
        }
        catch (NativeIOException)
        {
            return null;
        }
    }

    private static long Number(FilePath path) =>
        NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded ? unchecked((long)status.Inode) : 0;
}
