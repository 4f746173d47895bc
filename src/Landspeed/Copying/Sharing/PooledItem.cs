namespace Landspeed.Copying.Sharing;

/// <summary>An item that the pool gave to a rank or several.</summary>
internal sealed class PooledItem
{
    internal PooledItem(SharedItem item) => Item = item;

    /// <summary>The item; without its payload where it is not handed out again.</summary>
    internal SharedItem Item { get; set; }

    /// <summary>The ranks that have it now.</summary>
    internal List<int> Takers { get; } = [];

    /// <summary>The ranks that had it and let go of it, but who did it first.</summary>
    internal List<int> Also { get; } = [];

    /// <summary>When it was handed out last.</summary>
    internal TimeSpan Since { get; set; }

    /// <summary>Whether a rank has done it.</summary>
    internal bool IsDone { get; set; }

    /// <summary>What came of it first; null before, and where nobody waits for it.</summary>
    internal SharedResult? Result { get; set; }

    /// <summary>Where it stands among the items that may be handed out again; null for others.</summary>
    internal LinkedListNode<PooledItem>? Place { get; set; }

    /// <summary>Whether two ranks may do it: each time the same comes of it.</summary>
    internal bool IsRepeatable => Item.Kind is WorkKind.Segment or WorkKind.Verification;

    /// <summary>Whether its result waits until each taker has let go of it: who is late could write into a file that has its name.</summary>
    internal bool WaitsForAll => Item.Kind == WorkKind.Segment;
}
