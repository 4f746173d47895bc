namespace Landspeed.Streams.Blocks;

/// <summary>A block of a <see cref="WriteBehind"/>.</summary>
internal sealed class WriteSlot : BlockSlot
{
    private readonly WriteBehind _owner;

    internal WriteSlot(WriteBehind owner, nint address, int capacity)
        : base(owner.File, owner, address, capacity) => _owner = owner;

    /// <summary>The block's bytes from 0 up to here belong to the file.</summary>
    internal int End { get; set; }

    /// <summary>From here up to <see cref="End"/> the bytes have not been submitted yet.</summary>
    internal int Unwritten { get; set; }

    /// <summary>File offset of the write.</summary>
    internal long WriteOffset { get; set; }

    /// <summary>Length of the write in bytes.</summary>
    internal int WriteLength { get; set; }

    internal override void OnCompleted() => _owner.OnCompleted(this);
}
