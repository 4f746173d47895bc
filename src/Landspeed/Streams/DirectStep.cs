namespace Landspeed.Streams;

/// <summary>What a <see cref="DirectOperation"/> does next.</summary>
internal enum DirectStep
{
    /// <summary>Find out what is to be done, and whether it needs the turn.</summary>
    Begin,

    /// <summary>It has the turn of the writes.</summary>
    HasTurn,

    /// <summary>Take the next part of the caller's request.</summary>
    Plan,

    /// <summary>It has a block of aligned memory.</summary>
    HasBounce,

    /// <summary>The sectors of which the caller writes a part were read.</summary>
    Filled,

    /// <summary>The caller's bytes were read or written.</summary>
    Moved,

    /// <summary>It has the turn of the flushes.</summary>
    HasFlushTurn,

    /// <summary>The flush has ended.</summary>
    Flushed,

    /// <summary>Give everything back.</summary>
    Finish,

    /// <summary>Nothing is left to do.</summary>
    Ended,
}
