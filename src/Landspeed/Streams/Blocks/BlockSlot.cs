using Landspeed.Files;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Blocks;

/// <summary>A block of memory and the read that fills it. Guarded by the lock of its <see cref="ReadAhead"/>.</summary>
internal sealed class BlockSlot : EngineOperation
{
    private readonly ReadAhead _owner;
    private int _lending;

    internal BlockSlot(ReadAhead owner, nint address, int length)
    {
        _owner = owner;
        Address = address;
        Memory = new NativeBlock(address, length, owner);
    }

    internal nint Address { get; }

    /// <summary>The whole block.</summary>
    internal NativeBlock Memory { get; }

    internal BlockSlotState Phase { get; set; }

    /// <summary>Offset in the file of the block's first byte.</summary>
    internal long Offset { get; set; }

    /// <summary>Counts the times that the block was given back, so that a returned one is not used or returned again.</summary>
    internal int Lending => Volatile.Read(ref _lending);

    protected override StorageFile File => _owner.File;

    /// <summary>Ends a lending.</summary>
    internal void EndLending() => Volatile.Write(ref _lending, unchecked(_lending + 1));

    internal override void OnCompleted() => _owner.OnCompleted(this);
}

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
