namespace Landspeed.Platform;

/// <summary>Pages of a file range in the page cache (cachestat).</summary>
/// <param name="Cached">Pages in the cache.</param>
/// <param name="Dirty">Of these, changed and not yet written.</param>
/// <param name="Writeback">Of these, being written.</param>
/// <param name="Evicted">Pages of the range that were evicted.</param>
/// <param name="RecentlyEvicted">Of these, evicted lately enough that reading them again means memory pressure.</param>
public readonly record struct CachedPageCounts(
    long Cached, long Dirty, long Writeback, long Evicted, long RecentlyEvicted);
