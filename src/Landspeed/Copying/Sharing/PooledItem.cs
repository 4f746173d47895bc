namespace Landspeed.Copying.Sharing;

/// <summary>An item that the pool gave to one or more ranks.</summary>
internal sealed class PooledItem
{
    internal PooledItem(SharedItem item) => Item = item;

    /// <summary>The item; without its payload if it is not handed out again.</summary>
    internal SharedItem Item { get; set; }

    /// <summary>The ranks that currently have it.</summary>
    internal List<int> Takers { get; } = [];

    /// <summary>The ranks that had it and released it, except the one that finished it first.</summary>
    internal List<int> Also { get; } = [];

    /// <summary>Time when it was last handed out.</summary>
    internal TimeSpan Since { get; set; }

    /// <summary>True if a rank has finished it.</summary>
    internal bool IsDone { get; set; }

    /// <summary>Its first result, or null before there is one and if none is expected.</summary>
    internal SharedResult? Result { get; set; }

    /// <summary>Its node in the list of items that may be handed out again, or null for others.</summary>
    internal LinkedListNode<PooledItem>? Place { get; set; }

    /// <summary>True if two ranks may do it, because the result is the same each time.</summary>
    internal bool IsRepeatable => Item.Kind is WorkKind.Segment or WorkKind.Verification;

    /// <summary>
    /// True if its result waits until each taker has released it: a late one could write into a file that already has
    /// its name.
    /// </summary>
    internal bool WaitsForAll => Item.Kind == WorkKind.Segment;
}
