namespace Landspeed.Testing.Faults;

/// <summary>Whether a <see cref="FaultMount"/> goes through the page cache.</summary>
public enum FaultCache
{
    /// <summary>As an ordinary file system.</summary>
    Cached,

    /// <summary>Every read and write reaches it as it was asked, so that short counts come through.</summary>
    Direct,

    /// <summary>As an ordinary file system that takes letters of either case for the same, as FAT does.</summary>
    CachedFolded,
}
