namespace Landspeed.Copying.Sharing;

/// <summary>The pool's state of one rank.</summary>
internal sealed class PoolRank
{
    /// <summary>Number of its last question; 0 before the first.</summary>
    internal long Sequence { get; set; }

    /// <summary>The answer to that question, in case it was lost.</summary>
    internal byte[] Answer { get; set; } = [];

    /// <summary>Time of its last question.</summary>
    internal TimeSpan Heard { get; set; }

    /// <summary>True if it is idle, and was given nothing since it said so.</summary>
    internal bool IsIdle { get; set; }

    /// <summary>How many items it wanted and did not get.</summary>
    internal int Hunger { get; set; }

    /// <summary>How many items it may offer.</summary>
    internal int Granted { get; set; }

    /// <summary>How many times in a row it got nothing.</summary>
    internal int Misses { get; set; }

    /// <summary>Items that it has, including those that another rank has finished since.</summary>
    internal List<PooledItem> Held { get; } = [];

    /// <summary>Results for it, kept until it asks.</summary>
    internal List<SharedResult> Mail { get; set; } = [];

    /// <summary>Its counters.</summary>
    internal IReadOnlyList<long> Counters { get; set; } = [];
}
