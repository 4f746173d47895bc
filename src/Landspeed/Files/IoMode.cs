namespace Landspeed.Files;

/// <summary>How a file's bytes pass the page cache.</summary>
public enum IoMode
{
    /// <summary>Through the page cache.</summary>
    Buffered,

    /// <summary>Past the page cache (O_DIRECT): address, offset and length aligned.</summary>
    Direct,

    /// <summary>Through the page cache, dropped behind (RWF_DONTCACHE, Linux 6.14).</summary>
    Uncached,
}
