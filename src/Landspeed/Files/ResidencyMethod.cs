namespace Landspeed.Files;

/// <summary>How page residency was found out.</summary>
public enum ResidencyMethod
{
    /// <summary>Not at all; the reason stands beside it.</summary>
    None,

    /// <summary>The page cache's own statistics (cachestat, Linux 6.5).</summary>
    CacheStatistics,

    /// <summary>By mapping the file and asking page for page (mincore); knows nothing of dirty pages.</summary>
    Mapping,
}
