namespace Landspeed.Copying.Sharing;

/// <summary>What the pool knows of one rank.</summary>
internal sealed class PoolRank
{
    /// <summary>Number of its last question; 0: none yet.</summary>
    internal long Sequence { get; set; }

    /// <summary>The answer to that, in case that it was lost.</summary>
    internal byte[] Answer { get; set; } = [];

    /// <summary>When it asked last.</summary>
    internal TimeSpan Heard { get; set; }

    /// <summary>Whether it has nothing to do, and was given nothing since it said so.</summary>
    internal bool IsIdle { get; set; }

    /// <summary>How many items it wanted and did not get.</summary>
    internal int Hunger { get; set; }

    /// <summary>How many items it may offer.</summary>
    internal int Granted { get; set; }

    /// <summary>How many times in a row it got nothing.</summary>
    internal int Misses { get; set; }

    /// <summary>Items that it has, also those that another has done meanwhile.</summary>
    internal List<PooledItem> Held { get; } = [];

    /// <summary>Results for it, until it asks.</summary>
    internal List<SharedResult> Mail { get; set; } = [];

    /// <summary>Its counters.</summary>
    internal IReadOnlyList<long> Counters { get; set; } = [];
}
