namespace Landspeed.Experiments.Hints;

/// <summary>What a program announces about its next reads, or how it bypasses the page cache.</summary>
public enum AccessHint
{
    /// <summary><see cref="System.IO.FileOptions.None"/> of a FileStream: nothing.</summary>
    None,

    /// <summary><see cref="System.IO.FileOptions.SequentialScan"/> of a FileStream.</summary>
    SequentialScan,

    /// <summary><see cref="System.IO.FileOptions.RandomAccess"/> of a FileStream.</summary>
    RandomAccess,

    /// <summary>posix_fadvise: sequential.</summary>
    AdviseSequential,

    /// <summary>posix_fadvise: random.</summary>
    AdviseRandom,

    /// <summary>posix_fadvise: each range will be needed, announced before the first read.</summary>
    AdviseWillNeed,

    /// <summary>posix_fadvise: used once.</summary>
    AdviseNoReuse,

    /// <summary>Bypasses the page cache; the reads are widened to the required alignment.</summary>
    Direct,

    /// <summary>Through the page cache, but dropped from it after each read.</summary>
    Uncached,
}
