using Landspeed.Copying.Sharing;

namespace Landspeed.Copying.Ranks;

/// <summary>How finely a copy is shared out.</summary>
internal sealed record RankSettings
{
    /// <summary>
    /// Bytes of a large file that one rank copies at a time; a file of twice as many is split. 268,435,456 (256 MiB): one checkpoint, and a second or
    /// so of a fast device.
    /// </summary>
    internal long SegmentSize { get; init; } = DefaultSegmentSize;

    /// <summary>See <see cref="SegmentSize"/>.</summary>
    internal const long DefaultSegmentSize = 256L << 20;

    /// <summary>Entries of one directory that are given away together at most: 512, a part of a second.</summary>
    internal int BatchSize { get; init; } = 512;

    /// <summary>Bytes from which on a file keeps a journal.</summary>
    internal long JournalThreshold { get; init; } = Runs.CopySetup.JournalThresholdInTrees;

    /// <summary>Whether several ranks copy ranges of a file: not where a digest over all of it is asked for.</summary>
    internal bool IsWorthSplitting(CopyOptions options, long length) => length >= 2 * SegmentSize && options.Digests.Count == 0;

    /// <summary>Makes the pool of rank 0.</summary>
    internal Func<int, WorkPool> Pool { get; init; } = static size => new WorkPool(new PoolRules(size));
}
