using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Makes many files durable at once.</summary>
internal static class FileSystemFlush
{
    /// <summary>Makes everything durable on the file system of a directory (syncfs).</summary>
    /// <param name="directory">Any directory of it.</param>
    /// <exception cref="NativeIOException">The directory no longer exists, or the device failed.</exception>
    internal static void Of(FilePath directory)
    {
        using OpenDirectory opened = OpenDirectory.Root(directory);
        Flush(opened);
    }

    /// <summary>
    /// Makes the files in and below a directory durable: one by one if flushing the whole file system may do nothing.
    /// </summary>
    /// <param name="directory">The directory.</param>
    /// <returns>Whether they are durable; false if nothing makes them so.</returns>
    /// <exception cref="NativeIOException">The directory or a file no longer exists, or a flush failed.</exception>
    internal static bool OfFiles(FilePath directory)
    {
        using OpenDirectory opened = OpenDirectory.Root(directory);
        Flush(opened);
        VolumeFlush flush = Durability.FlushOf(opened.Handle);
        if (flush != VolumeFlush.Each)
        {
            return flush == VolumeFlush.Whole;
        }

        HashSet<FilePath> directories = [directory, directory.Parent];
        TreeFiles.Visit(
            directory,
            (name, problem) =>
            {
                if (problem is null)
                {
                    FilePath path = directory.Join(name);
                    directories.Add(path.Parent);
                    using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
                    Durability.Flush(file, FlushScope.DataAndMetadata);
                }
            },
            CancellationToken.None);
        foreach (FilePath one in directories)
        {
            Durability.FlushDirectory(one);
        }

        return true;
    }

    private static void Flush(OpenDirectory directory)
    {
        NativeResult flushed = Interruptions.Retry(() => NativePlatform.Files.FlushFileSystem(directory.Handle));
        if (flushed.Failed)
        {
            throw new NativeIOException("make durable what is in", directory.Path, flushed.Error);
        }
    }
}
