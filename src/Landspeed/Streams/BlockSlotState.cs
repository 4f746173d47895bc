namespace Landspeed.Streams;

/// <summary>Where a block of a <see cref="ReadAhead"/> is.</summary>
internal enum BlockSlotState
{
    /// <summary>Of no use at the moment.</summary>
    Free,

    /// <summary>With the engine; its bytes are wanted.</summary>
    InFlight,

    /// <summary>With the engine; its bytes are wanted no more.</summary>
    Abandoned,

    /// <summary>Read, or failed; waits for the reader.</summary>
    Ready,

    /// <summary>With the reader.</summary>
    Lent,
}
