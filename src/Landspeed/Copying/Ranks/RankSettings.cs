using Landspeed.Copying.Sharing;

namespace Landspeed.Copying.Ranks;

/// <summary>How finely a copy is divided among ranks.</summary>
internal sealed record RankSettings
{
    /// <summary>
    /// Bytes of a large file that one rank copies at a time; a file of twice this size is split. 268,435,456 (256 MiB):
    /// one checkpoint, and about a second on a fast device.
    /// </summary>
    internal long SegmentSize { get; init; } = DefaultSegmentSize;

    /// <summary>See <see cref="SegmentSize"/>.</summary>
    internal const long DefaultSegmentSize = 256L << 20;

    /// <summary>
    /// Maximum number of entries of one directory that are handed over together: 512, which take a fraction of a
    /// second.
    /// </summary>
    internal int BatchSize { get; init; } = 512;

    /// <summary>Minimum length of a file with a journal, bytes.</summary>
    internal long JournalThreshold { get; init; } = Runs.CopySetup.JournalThresholdInTrees;

    /// <summary>
    /// True if several ranks copy ranges of the file; not if a digest over the whole file is requested.
    /// </summary>
    internal bool IsWorthSplitting(CopyOptions options, long length) => length >= 2 * SegmentSize && options.Digests.Count == 0;

    /// <summary>Creates the pool of rank 0.</summary>
    internal Func<int, WorkPool> Pool { get; init; } = static size => new WorkPool(new PoolRules(size));
}
