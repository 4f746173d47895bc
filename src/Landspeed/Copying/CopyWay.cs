namespace Landspeed.Copying;

/// <summary>How the bytes of a file go from source to target.</summary>
public enum CopyWay
{
    /// <summary>Chosen for each file by its size, its residency in the page cache and the file systems.</summary>
    Automatic,

    /// <summary>Past the page cache on both sides; what the page cache holds of the source is read from there.</summary>
    Direct,

    /// <summary>Through the page cache, dropped behind (RWF_DONTCACHE), so that what was cached before stays so.</summary>
    Uncached,

    /// <summary>Through the page cache, which keeps it.</summary>
    Buffered,
}
