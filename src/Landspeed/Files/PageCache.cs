using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>Takes single files out of the page cache; needs no privilege.</summary>
/// <remarks>Safe for all threads.</remarks>
public static class PageCache
{
    // Pages under writeback, or on a processor's way to the LRU list, stay at the first try.
    private const int Attempts = 3;

    /// <summary>Writes a file's dirty pages to the device, drops all its pages, and looks what stayed.</summary>
    /// <param name="file">An open file; owned by the caller.</param>
    /// <returns>
    /// Residency before and after. Pages that somebody has mapped stay, and so do all pages of a file system that
    /// lives in memory.
    /// </returns>
    /// <exception cref="NativeIOException">The flush failed, and the file is condemned; or the system refused
    /// the advice.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>Six system calls where the first try does, one of them a flush unless the file is read-only
    /// and clean. Source: posix_fadvise(2).</remarks>
    public static CacheDrop Drop(StorageFile file)
    {
        ArgumentNullException.ThrowIfNull(file);
        Residency before = PageResidency.Measure(file, 0, long.MaxValue);
        Residency after = before;
        for (int attempt = 1; ; attempt++)
        {
            FlushIfNeeded(file, after);
            NativeResult advised = NativePlatform.Files.Advise(file.Handle, 0, 0, AccessAdvice.DontNeed);
            if (advised.Failed)
            {
                throw new NativeIOException("drop the cached pages of", file.Path, advised.Error);
            }

            after = PageResidency.Measure(file, 0, long.MaxValue);
            if (after.ResidentBytes is null or 0 || attempt == Attempts)
            {
                return new CacheDrop(before, after, attempt);
            }
        }
    }

    private static void FlushIfNeeded(StorageFile file, in Residency residency)
    {
        bool isClean = !file.CanWrite && residency is { DirtyBytes: 0, WritebackBytes: 0 };
        if (!isClean)
        {
            Durability.Flush(file, FlushScope.Data);
        }
    }
}
