using Landspeed.Files;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Takes a person's files out of the page cache, and looks how much of them is in it.</summary>
internal static class InputCache
{
    /// <summary>Drops all files, and looks what stayed.</summary>
    /// <param name="input">The files.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>Share of their bytes that is still there; null where the system does not report it.</returns>
    /// <exception cref="IOException">A file is gone or cannot be opened.</exception>
    /// <exception cref="ExperimentException">A file is not as it was.</exception>
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
