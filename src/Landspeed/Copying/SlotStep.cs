namespace Landspeed.Copying;

/// <summary>What becomes of a slot.</summary>
internal enum SlotStep
{
    /// <summary>Its next request is to be queued.</summary>
    Queue,

    /// <summary>It waits for others of the same file; whoever made it wait releases it.</summary>
    Wait,

    /// <summary>Its piece is done.</summary>
    Free,
}
