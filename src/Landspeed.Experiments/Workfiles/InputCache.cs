using Landspeed.Files;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Drops a user's files from the page cache, and measures how much of them is in it.</summary>
internal static class InputCache
{
    /// <summary>Drops all files, and measures what remained.</summary>
    /// <param name="input">The files.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>Share of their bytes that is still cached, or null if the system does not report it.</returns>
    /// <exception cref="IOException">A file no longer exists or cannot be opened.</exception>
    /// <exception cref="ExperimentException">A file has changed.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal static double? Drop(InputDirectory input, CancellationToken stop)
    {
        long? resident = 0;
        for (int index = 0; index < input.Files.Count; index++)
        {
            stop.ThrowIfCancellationRequested();
            using StorageFile file = StorageFile.Open(input.PathOf(index), new StorageFileOptions());
            if (!IsUnchanged(file, input.Files[index]))
            {
                throw InputChanges.Other(file.Path);
            }

            resident += PageCache.Drop(file, stop).After.ResidentBytes;
        }

        return input.TotalBytes == 0 ? 0 : 100.0 * resident / input.TotalBytes;
    }

    private static bool IsUnchanged(StorageFile file, InputFile listed) =>
        file.Status() is var now && now.Length == listed.Length && now.Modified == listed.Modified;
}
