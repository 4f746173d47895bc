namespace Landspeed.Streams.Blocks;

/// <summary>A block of a <see cref="ReadAhead"/>.</summary>
internal sealed class ReadSlot : BlockSlot
{
    private readonly ReadAhead _owner;
    private int _lending;

    internal ReadSlot(ReadAhead owner, nint address, int capacity)
        : base(owner.File, owner, address, capacity) => _owner = owner;

    internal ReadSlotState Phase { get; set; }

    /// <summary>Counts how often the block was released, so that a released one is neither used nor released again.</summary>
    internal int Lending => Volatile.Read(ref _lending);

    /// <summary>Ends a lending.</summary>
    internal void EndLending() => Volatile.Write(ref _lending, unchecked(_lending + 1));

    internal override void OnCompleted() => _owner.OnCompleted(this);
}

/// <summary>State of a block of a <see cref="ReadAhead"/>.</summary>
internal enum ReadSlotState
{
    /// <summary>Unused.</summary>
    Free,

    /// <summary>Being read; the reader wants the bytes.</summary>
    InFlight,

    /// <summary>Being read; the reader has gone elsewhere.</summary>
    Abandoned,

    /// <summary>Read, or failed; waits for the reader.</summary>
    Ready,

    /// <summary>Lent to the reader.</summary>
    Lent,
}
