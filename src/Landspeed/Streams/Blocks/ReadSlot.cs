using Landspeed.Files;

namespace Landspeed.Streams.Blocks;

/// <summary>A block of a <see cref="ReadAhead"/>.</summary>
internal sealed class ReadSlot : BlockSlot
{
    private readonly ReadAhead _owner;
    private int _lending;
    private Lent? _lent;

    internal ReadSlot(ReadAhead owner, nint address, int capacity, bool isAlone = false)
        : base(owner.File, owner, address, capacity) => (_owner, IsAlone) = (owner, isAlone);

    /// <summary>True for a block from before there was an engine, which is not reused once there is one.</summary>
    internal bool IsAlone { get; }

    internal ReadSlotState Phase { get; set; }

    /// <summary>Counts how often the block was released, so that a released one is neither used nor released again.</summary>
    internal int Lending => Volatile.Read(ref _lending);

    /// <summary>
    /// Returns the block as memory that throws once the block is released. Two allocations per lending.
    /// </summary>
    /// <param name="lending">The lending.</param>
    internal NativeBlock MemoryOf(int lending)
    {
        Lent? lent = Volatile.Read(ref _lent);
        if (lent is null || lent.Number != lending)
        {
            lent = new Lent(this, lending);
            Volatile.Write(ref _lent, lent);
        }

        return lent.Memory;
    }

    /// <summary>Ends a lending.</summary>
    internal void EndLending() => Volatile.Write(ref _lending, unchecked(_lending + 1));

    internal override void OnCompleted() => _owner.OnCompleted(this);

    private sealed class Lent : IMemoryOwnerState
    {
        private readonly ReadSlot _slot;

        internal Lent(ReadSlot slot, int number)
        {
            (_slot, Number) = (slot, number);
            Memory = new NativeBlock(slot.Address, slot.Capacity, this);
        }

        internal int Number { get; }

        internal NativeBlock Memory { get; }

        public void ThrowIfMemoryGone() => ObjectDisposedException.ThrowIf(_slot.Lending != Number, typeof(ReadBlock));
    }
}

/// <summary>The states of a block of a <see cref="ReadAhead"/>.</summary>
internal enum ReadSlotState
{
    /// <summary>Unused.</summary>
    Free,

    /// <summary>Being read; the reader wants the bytes.</summary>
    InFlight,

    /// <summary>Being read; the reader has moved elsewhere.</summary>
    Abandoned,

    /// <summary>Read, or failed; waiting for the reader.</summary>
    Ready,

    /// <summary>Lent to the reader.</summary>
    Lent,
}
