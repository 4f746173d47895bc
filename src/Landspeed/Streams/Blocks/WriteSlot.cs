using Landspeed.Files;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Blocks;

/// <summary>A block of memory and the write that empties it. Guarded by the lock of its <see cref="WriteBehind"/>.</summary>
internal sealed class WriteSlot : EngineOperation
{
    private readonly WriteBehind _owner;

    internal WriteSlot(WriteBehind owner, nint address, int length)
    {
        _owner = owner;
        Address = address;
        Capacity = length;
        Memory = new NativeBlock(address, length, owner);
    }

    internal nint Address { get; }

    /// <summary>Bytes of the block.</summary>
    internal int Capacity { get; }

    /// <summary>The whole block.</summary>
    internal NativeBlock Memory { get; }

    /// <summary>Offset in the file of the block's first byte.</summary>
    internal long Offset { get; set; }

    /// <summary>The block's bytes from 0 up to here are the file's.</summary>
    internal int End { get; set; }

    /// <summary>From here up to <see cref="End"/> they were not handed to the system yet.</summary>
    internal int Unwritten { get; set; }

    /// <summary>Offset in the file of the write.</summary>
    internal long WriteOffset { get; set; }

    /// <summary>Bytes of the write.</summary>
    internal int WriteLength { get; set; }

    protected override StorageFile File => _owner.File;

    internal override void OnCompleted() => _owner.OnCompleted(this);
}
