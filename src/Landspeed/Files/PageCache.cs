using System.Diagnostics;
using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>Drops individual files from the page cache; needs no privilege.</summary>
/// <remarks>Thread-safe.</remarks>
internal static class PageCache
{
    // Pages that read-ahead is still fetching, that are under writeback, or that are not yet on the LRU list stay at
    // first. A read-ahead of 8 MiB takes 80 ms from a disk of 100 MB/s, and longer when other processes use it.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(1);

    /// <summary>Writes a file's dirty pages to the device, drops all its pages, and checks what stayed.</summary>
    /// <param name="file">An open file; owned by the caller.</param>
    /// <param name="stop">Ends the wait for pages that stay, which are then reported.</param>
    /// <returns>
    /// Residency before and after. Pages that a process has mapped stay, as do all pages of a file system in memory.
    /// </returns>
    /// <exception cref="NativeIOException">
    /// The flush failed and the file is condemned, or the system refused the advice.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>
    /// Six system calls if the first attempt succeeds, including a flush unless the file is read-only and clean. It
    /// repeats until nothing more has gone for 1 s. Before Linux 6.5, which does not show pages that read-ahead is
    /// still fetching, it repeats while the file's device reads for any process, for at most 1 s; for a file on several
    /// devices, or on a server, such pages may stay undetected. Source: posix_fadvise(2).
    /// </remarks>
    public static CacheDrop Drop(StorageFile file, CancellationToken stop = default) => Drop(file, wasRead: true, stop);

    /// <summary>
    /// Drops a file that was not read through the page cache, so that no read-ahead of it can be under way.
    /// </summary>
    /// <param name="file">An open file; owned by the caller.</param>
    internal static CacheDrop DropUnread(StorageFile file) => Drop(file, wasRead: false, CancellationToken.None);

    private static CacheDrop Drop(StorageFile file, bool wasRead, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(file);
        Residency before = PageResidency.Measure(file, 0, long.MaxValue);
        if (file.CanWrite || before is not { DirtyBytes: 0, WritebackBytes: 0 })
        {
            Durability.WriteBack(file);
        }

        DeviceNumber? fetching = wasRead && before.Method == ResidencyMethod.Mapping
            ? NativePlatform.Host.BlockDevice(file.Status()).Device
            : null;
        bool isFetched = IsReading(fetching);
        Residency after = DropOnce(file);
        int attempts = 1;
        long progressed = Stopwatch.GetTimestamp();
        var spin = default(SpinWait);
        while ((after.ResidentBytes > 0 || isFetched) && !file.IsInMemory && !stop.IsCancellationRequested
            && Stopwatch.GetElapsedTime(progressed) < s_patience)
        {
            long? left = after.ResidentBytes;
            spin.SpinOnce();
            if (after is not { DirtyBytes: 0, WritebackBytes: 0 })
            {
                Durability.WriteBack(file);
            }

            // Checked before: pages that arrive in between are dropped, or detected.
            isFetched = IsReading(fetching);
            after = DropOnce(file);
            attempts++;
            progressed = after.ResidentBytes < left ? Stopwatch.GetTimestamp() : progressed;
        }

        return new CacheDrop(before, after, attempts);
    }

    private static bool IsReading(DeviceNumber? device) =>
        device is { } known && NativePlatform.Counters.ReadsInFlight(known, out int reads).Succeeded && reads > 0;

    private static Residency DropOnce(StorageFile file)
    {
        NativeResult advised = NativePlatform.Files.Advise(file.Handle, 0, 0, AccessAdvice.DontNeed);
        return advised.Succeeded
            ? PageResidency.Measure(file, 0, long.MaxValue)
            : throw new NativeIOException("drop the cached pages of", file.Path, advised.Error);
    }
}

/// <summary>The result of dropping a file from the page cache.</summary>
/// <param name="Before">Residency of the whole file before.</param>
/// <param name="After">Residency of the whole file afterwards: the pages that stayed.</param>
/// <param name="AttemptCount">Number of attempts, 1 or more.</param>
internal readonly record struct CacheDrop(Residency Before, Residency After, int AttemptCount)
{
    /// <summary>True if nothing stayed; false also if that is unknown.</summary>
    public bool IsComplete => After.ResidentBytes == 0;
}
