namespace Landspeed.Copying.Sharing;

/// <summary>How much a pool holds, and how long it waits.</summary>
/// <param name="Size">Number of ranks.</param>
internal sealed record PoolRules(int Size)
{
    /// <summary>Maximum number of items that a rank may offer at a time: 16.</summary>
    internal const int LargestGrant = 16;

    /// <summary>See <see cref="Patience"/>: 3.</summary>
    internal const int LateFactor = 3;

    /// <summary>Maximum number of items that wait in the pool: 8 per rank, plus 64.</summary>
    internal int Capacity => checked((8 * Size) + 64);

    /// <summary>
    /// Maximum bytes of items that wait in the pool: 256 MiB, or 26,000 batches of 512 names of 20 bytes.
    /// </summary>
    internal long CapacityBytes { get; init; } = 256L << 20;

    /// <summary>
    /// Number of items that wait before any rank wants them, so that the next rank gets one at once: one per rank.
    /// </summary>
    internal int Reserve => Size == 1 ? 0 : Size;

    /// <summary>
    /// Shortest time between two questions of a rank: 100 µs per rank, at least 1 ms, so that rank 0 is asked at most
    /// 10,000 times a second.
    /// </summary>
    internal TimeSpan Pause => TimeSpan.FromMicroseconds(Math.Max(1000L, 100L * Size));

    /// <summary>
    /// Longest time between two questions of a rank that has work: 0.2 s, or 4 pauses with many ranks. Progress is at
    /// most that old.
    /// </summary>
    internal TimeSpan Heartbeat => Longer(TimeSpan.FromMilliseconds(200), 4 * Pause);

    /// <summary>
    /// Longest time between two questions of a rank that has work for others, which it may not know to be waiting: 20
    /// ms, or 2 pauses with many ranks.
    /// </summary>
    internal TimeSpan Watch => Longer(TimeSpan.FromMilliseconds(20), 2 * Pause);

    /// <summary>
    /// Longest time between two questions of a rank that waits for work: 50 ms, or 4 pauses with many ranks.
    /// </summary>
    internal TimeSpan LongestWait => Longer(TimeSpan.FromMilliseconds(50), 4 * Pause);

    /// <summary>
    /// Time without a question after which a rank counts as stalled: 5 s, with many ranks 20 heartbeats.
    /// </summary>
    internal TimeSpan Silence { get; init; } = TimeSpan.FromSeconds(5) + (Size * TimeSpan.FromMilliseconds(8));

    /// <summary>
    /// Time after which an item counts as late although its rank still asks: a minute, or <see cref="LateFactor"/>
    /// times the longest of its kind so far.
    /// </summary>
    internal TimeSpan Patience { get; init; } = TimeSpan.FromMinutes(1);

    private static TimeSpan Longer(TimeSpan one, TimeSpan other) => one > other ? one : other;
}
