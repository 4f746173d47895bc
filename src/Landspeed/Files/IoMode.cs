namespace Landspeed;

/// <summary>How a file's bytes use the page cache.</summary>
public enum IoMode
{
    /// <summary>Through the page cache.</summary>
    Buffered,

    /// <summary>Bypassing the page cache (O_DIRECT); address, offset and length must be aligned.</summary>
    Direct,

    /// <summary>
    /// Through the page cache, dropping pages after use (RWF_DONTCACHE; XFS from Linux 6.16, ext4 from 6.17).
    /// </summary>
    Uncached,
}
