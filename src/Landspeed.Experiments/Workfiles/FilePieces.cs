using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Counts in how many pieces files are stored.</summary>
internal static class FilePieces
{
    /// <summary>Returns the physically contiguous runs of all files together.</summary>
    /// <param name="files">Existing files; only their maps are read, so their cached data stays as it is.</param>
    /// <param name="stop">Ends it after a file.</param>
    /// <returns>The number, or null if the file system does not report where its files are stored.</returns>
    /// <exception cref="NativeIOException">A file cannot be opened, or its dirty data not be written.</exception>
    /// <remarks>A file at a time: open, one call per 1,000 extents, close.</remarks>
    internal static long? Count(IEnumerable<FilePath> files, CancellationToken stop)
    {
        long pieces = 0;
        foreach (FilePath path in files)
        {
            stop.ThrowIfCancellationRequested();
            using StorageFile file = StorageFile.Open(path, new StorageFileOptions { Access = FileAccessKind.Read });
            if (!ExtentMap.TryRead(file, ExtentQuery.WriteBackFirst, out ExtentMap? map, out _))
            {
                return null;
            }

            pieces += map.FragmentCount;
        }

        return pieces;
    }
}
