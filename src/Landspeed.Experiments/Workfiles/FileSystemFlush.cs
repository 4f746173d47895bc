using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Makes many files durable at once.</summary>
internal static class FileSystemFlush
{
    /// <summary>Makes everything durable on the file system of a directory (syncfs).</summary>
    /// <param name="directory">Any directory of it.</param>
    /// <exception cref="NativeIOException">The directory is gone, or the device failed.</exception>
    internal static void Of(FilePath directory)
    {
        NativeResult done = NativePlatform.Trees.OpenDirectory(directory, out SafeFileHandle? handle);
        using (handle)
        {
            done = done.Failed ? done : NativePlatform.Files.FlushFileSystem(handle!);
            if (done.Failed)
            {
                throw new NativeIOException("make durable what is in", directory, done.Error);
            }
        }
    }
}
