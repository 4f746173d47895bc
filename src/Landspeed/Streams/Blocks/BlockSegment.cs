using System.Buffers;

namespace Landspeed.Streams.Blocks;

/// <summary>Unconsumed bytes of a pipe: a held block, or a copy of one.</summary>
internal sealed class BlockSegment : ReadOnlySequenceSegment<byte>
{
    private ReadBlock _block;
    private byte[]? _copy;

    /// <summary>
    /// Position after the last byte, counted like <see cref="ReadOnlySequenceSegment{T}.RunningIndex"/>.
    /// </summary>
    internal long End => RunningIndex + Memory.Length;

    /// <summary>The segment after this one.</summary>
    internal BlockSegment? Following => (BlockSegment?)Next;

    /// <summary>Holds a block and appends it to the previous segment if there is one.</summary>
    internal void Hold(ReadBlock block, BlockSegment? previous)
    {
        _block = block;
        Memory = block.OwnMemory;
        RunningIndex = previous?.End ?? block.Offset;
        Next = null;
        if (previous is not null)
        {
            previous.Next = this;
        }
    }

    /// <summary>
    /// Copies the bytes into an array and releases the block; does nothing to a segment that is already a copy.
    /// </summary>
    /// <param name="start">Consumed bytes at its start, which are omitted.</param>
    /// <returns>True if it held a block.</returns>
    internal bool TryCopyOut(int start)
    {
        if (_copy is not null)
        {
            return false;
        }

        ReadOnlyMemory<byte> needed = Memory[start..];
        _copy = ArrayPool<byte>.Shared.Rent(needed.Length);
        needed.CopyTo(_copy);
        Memory = _copy.AsMemory(0, needed.Length);
        RunningIndex += start;
        _block.Dispose();
        _block = default;
        return true;
    }

    /// <summary>Releases the block or returns the array.</summary>
    internal void Release()
    {
        _block.Dispose();
        _block = default;
        Memory = default;
        Next = null;
        if (_copy is { } copy)
        {
            _copy = null;
            ArrayPool<byte>.Shared.Return(copy);
        }
    }
}
