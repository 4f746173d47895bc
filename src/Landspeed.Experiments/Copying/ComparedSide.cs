using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Transfers;

namespace Landspeed.Experiments.Copying;

/// <summary>One file's part of a block.</summary>
/// <param name="ring">Reads it.</param>
/// <param name="slot">Its buffer.</param>
internal sealed class ComparedSide(TransferRing ring, int slot)
{
    /// <summary>
    /// Number of bytes that were read; fewer than the block has only at the end of the file or after a failure.
    /// </summary>
    internal int Count { get; private set; }

    /// <summary>True if reading has ended.</summary>
    internal bool IsRead { get; private set; }

    /// <summary>True if it was read past the page cache.</summary>
    internal bool IsDirect { get; private set; }

    /// <summary>Why it could not be read, or null.</summary>
    internal NativeIOException? Failure { get; private set; }

    /// <summary>What was read.</summary>
    internal ReadOnlySpan<byte> Bytes => ring.BytesOf(slot)[..Count];

    /// <summary>Its memory.</summary>
    internal nint Address => ring.AddressOf(slot);

    /// <summary>Nothing was read yet.</summary>
    internal void Forget() => (Count, IsRead, IsDirect, Failure) = (0, false, false, null);

    /// <summary>Begins to read it.</summary>
    internal void Begin(ComparedFile file, long offset, int length)
    {
        IsDirect = file.File.EffectiveMode == IoMode.Direct;
        ring.Start(slot, FileTransfers.Read(file.File, file.Attached, Address, offset, length, slot));
    }

    /// <summary>Notes that reading has ended.</summary>
    internal void End(ComparedFile file, int length)
    {
        ref readonly Transfer transfer = ref ring.TransferOf(slot);
        Took(Math.Min(transfer.Moved, length));
        Failure = transfer.HasFailed ? RequestErrors.Describe("read", file.File, transfer) : null;
    }

    /// <summary>Notes that bytes are there without a request.</summary>
    internal void Took(int count) => (Count, IsRead) = (count, true);

    /// <summary>Reads a part that the file need not have.</summary>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    internal void ReadNow(StorageFile file, long offset, int length)
    {
        IsDirect = file.EffectiveMode == IoMode.Direct;
        var transfer = new WholeTransfer(file.Handle, file.Path)
        {
            Alignment = IsDirect ? file.Geometry.ReadOffsetAlignment : 1,
            Flags = file.TransferFlags,
        };
        Took(transfer.Read(Address, length, offset));
    }
}
