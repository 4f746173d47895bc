namespace Landspeed.Streams.Direct;

/// <summary>
/// Decides whether a read should try the page cache first, and how. A failed try may make the system read ahead into
/// the cache, so the system is asked whether the pages are there, until many in a row were. After a failed try the next
/// read skips the cache, then the next three, and so on up to 63; a read of 4 KiB from the fastest device costs twenty
/// times as much as asking.
/// </summary>
/// <remarks>Thread-safe: overlapping calls may try once more or once less.</remarks>
internal struct CacheChance
{
    private const int MostDoublings = 6;
    private const int EnoughHits = 16;

    private int _doublings;
    private int _left;
    private int _hits;

    /// <summary>Returns what to do for this read.</summary>
    internal CacheLook Take()
    {
        int left = Volatile.Read(ref _left);
        if (left == 0)
        {
            return Volatile.Read(ref _hits) < EnoughHits ? CacheLook.Ask : CacheLook.Read;
        }

        Volatile.Write(ref _left, left - 1);
        return CacheLook.Skip;
    }

    /// <summary>Records that the data was in the cache.</summary>
    internal void Found()
    {
        int hits = Volatile.Read(ref _hits);
        if (hits < EnoughHits)
        {
            Volatile.Write(ref _hits, hits + 1);
            Volatile.Write(ref _doublings, 0);
        }
    }

    /// <summary>Records that the data was not in the cache.</summary>
    internal void Missed()
    {
        int doublings = Math.Min(Volatile.Read(ref _doublings) + 1, MostDoublings);
        Volatile.Write(ref _hits, 0);
        Volatile.Write(ref _doublings, doublings);
        Volatile.Write(ref _left, (1 << doublings) - 1);
    }
}

/// <summary>How a read tries the page cache.</summary>
internal enum CacheLook
{
    /// <summary>Does not try it.</summary>
    Skip,

    /// <summary>Asks whether all pages are cached, and reads them if they are.</summary>
    Ask,

    /// <summary>Reads them without asking.</summary>
    Read,
}
