namespace Landspeed.Streams.Direct;

/// <summary>
/// Whether a read should look into the page cache first, and how. A look that fails may make the system read ahead into
/// the cache, so the system is asked whether the pages are there, until many in a row were. After a look in vain one
/// more read goes without, then three, and so on up to 63: a read of 4 KiB from the fastest device costs twenty times
/// the question.
/// </summary>
/// <remarks>Thread-safe: calls that overlap may look once more or less.</remarks>
internal struct CacheChance
{
    private const int MostDoublings = 6;
    private const int EnoughHits = 16;

    private int _doublings;
    private int _left;
    private int _hits;

    /// <summary>What to do for this read.</summary>
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

    /// <summary>It was there.</summary>
    internal void Found()
    {
        int hits = Volatile.Read(ref _hits);
        if (hits < EnoughHits)
        {
            Volatile.Write(ref _hits, hits + 1);
            Volatile.Write(ref _doublings, 0);
        }
    }

    /// <summary>It was not.</summary>
    internal void Missed()
    {
        int doublings = Math.Min(Volatile.Read(ref _doublings) + 1, MostDoublings);
        Volatile.Write(ref _hits, 0);
        Volatile.Write(ref _doublings, doublings);
        Volatile.Write(ref _left, (1 << doublings) - 1);
    }
}

/// <summary>How a read looks into the page cache.</summary>
internal enum CacheLook
{
    /// <summary>Not at all.</summary>
    Skip,

    /// <summary>It asks whether all pages are there, and reads them if they are.</summary>
    Ask,

    /// <summary>It reads them without asking.</summary>
    Read,
}
