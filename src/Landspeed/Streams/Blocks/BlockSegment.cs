using System.Buffers;

namespace Landspeed.Streams.Blocks;

/// <summary>A part of what a pipe's consumer has not consumed: a block that is held, or a copy of one.</summary>
internal sealed class BlockSegment : ReadOnlySequenceSegment<byte>
{
    private ReadBlock _block;
    private byte[]? _copy;

    /// <summary>Place behind the last byte, counted as <see cref="ReadOnlySequenceSegment{T}.RunningIndex"/> is.</summary>
    internal long End => RunningIndex + Memory.Length;

    /// <summary>The segment behind this one.</summary>
    internal BlockSegment? Following => (BlockSegment?)Next;

    /// <summary>Holds a block, behind another one where there is one.</summary>
    internal void Hold(ReadBlock block, BlockSegment? previous)
    {
        _block = block;
        Memory = block.Memory;
        RunningIndex = previous?.End ?? block.Offset;
        Next = null;
        if (previous is not null)
        {
            previous.Next = this;
        }
    }

    /// <summary>Copies the bytes into an array and gives the block back; a copy stays as it is.</summary>
    /// <param name="start">Bytes at its front that nobody needs any more; they are left out.</param>
    /// <returns>Whether it was a block.</returns>
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

    /// <summary>Gives the block or the array back.</summary>
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
