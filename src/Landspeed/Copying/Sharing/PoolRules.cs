namespace Landspeed.Copying.Sharing;

/// <summary>How much a pool holds, and how long it waits.</summary>
/// <param name="Size">How many ranks.</param>
internal sealed record PoolRules(int Size)
{
    /// <summary>Items that a rank may offer at a time at most: 16.</summary>
    internal const int LargestGrant = 16;

    /// <summary>See <see cref="Patience"/>: 3.</summary>
    internal const int LateFactor = 3;

    /// <summary>Items that wait in the pool at most: 8 a rank, and 64.</summary>
    internal int Capacity => checked((8 * Size) + 64);

    /// <summary>Bytes of items that wait in the pool at most: 256 MiB, 26,000 batches of 512 names of 20 bytes.</summary>
    internal long CapacityBytes { get; init; } = 256L << 20;

    /// <summary>Items that wait although nobody wants them yet, so that who wants one next has it at once: one a rank.</summary>
    internal int Reserve => Size == 1 ? 0 : Size;

    /// <summary>
    /// Shortest time between two questions of a rank: 100 µs for each rank, and 1 ms or more, so that rank 0 is asked at most 10,000 times a second.
    /// </summary>
    internal TimeSpan Pause => TimeSpan.FromMicroseconds(Math.Max(1000L, 100L * Size));

    /// <summary>Longest time between two questions of a rank that has work: 0.2 s, and with many ranks 4 pauses. Progress is that old.</summary>
    internal TimeSpan Heartbeat => Longer(TimeSpan.FromMilliseconds(200), 4 * Pause);

    /// <summary>The same of a rank that has work for others, whom it may not know to wait: 20 ms, and with many ranks 2 pauses.</summary>
    internal TimeSpan Watch => Longer(TimeSpan.FromMilliseconds(20), 2 * Pause);

    /// <summary>Longest time between two questions of a rank that waits for work: 50 ms, and with many ranks 4 pauses.</summary>
    internal TimeSpan LongestWait => Longer(TimeSpan.FromMilliseconds(50), 4 * Pause);

    /// <summary>A rank that was not heard of for so long is stalled: 5 s, and with many ranks 20 heartbeats.</summary>
    internal TimeSpan Silence { get; init; } = TimeSpan.FromSeconds(5) + (Size * TimeSpan.FromMilliseconds(8));

    /// <summary>An item of a rank that is heard of is late after so long: a minute, or <see cref="LateFactor"/> times the longest of its kind so far.</summary>
    internal TimeSpan Patience { get; init; } = TimeSpan.FromMinutes(1);

    private static TimeSpan Longer(TimeSpan one, TimeSpan other) => one > other ? one : other;
}
