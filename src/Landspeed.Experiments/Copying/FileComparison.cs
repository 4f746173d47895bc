using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Transfers;
using Landspeed.Streams;

namespace Landspeed.Experiments.Copying;

/// <summary>
/// Compares two files byte by byte. Blocks of both are requested together, on one engine, and compared while others are
/// in flight.
/// </summary>
/// <remarks>For use by one thread; any number of pairs after each other.</remarks>
internal sealed class FileComparison : IDisposable
{
    /// <summary>Size of a request in bytes: 1 MiB.</summary>
    internal const int BlockSize = 1 << 20;

    private const long None = long.MaxValue;

    // Of each file. Both together are in flight as often as one file is when it is measured or copied.
    private const int Depth = 4;

    private readonly int _blockSize;
    private readonly TransferRing _ring;
    private readonly ComparedBlock[] _blocks;
    private readonly Stack<ComparedBlock> _free;
    private long _end;
    private long _difference;
    private (long Offset, NativeIOException? What) _failure;

    /// <summary>Creates the engine and its memory.</summary>
    /// <param name="blockSize">Size of a request in bytes, a multiple of 4,096.</param>
    /// <param name="engine">Creates an engine of a depth; for tests.</param>
    internal FileComparison(int blockSize = BlockSize, Func<int, IIoEngine>? engine = null)
    {
        const int Slots = 2 * Depth;
        _blockSize = blockSize;
        _ring = new TransferRing(engine?.Invoke(Slots) ?? IoEngines.CreateBest(Slots, out _), Slots, blockSize);
        _blocks = [.. Enumerable.Range(0, Depth).Select(index => new ComparedBlock(_ring, index))];
        _free = new Stack<ComparedBlock>(_blocks);
    }

    /// <summary>Waits for requests in flight.</summary>
    public void Dispose() => _ring.Dispose();

    /// <summary>Finds the first difference between two files.</summary>
    /// <param name="one">A regular file.</param>
    /// <param name="other">Another regular file.</param>
    /// <param name="mode">How both are read, or null to bypass the page cache unless it contains them.</param>
    /// <param name="stop">Ends it early.</param>
    /// <param name="blockSize">Size of a request in bytes, a multiple of 4,096.</param>
    /// <returns>Offset of the first byte that differs, or that only one of them has, or null if they are
    /// equal.</returns>
    /// <exception cref="IOException">One of them cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read one of them.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal static long? FirstDifference(
        FilePath one, FilePath other, IoMode? mode, CancellationToken stop, int blockSize = BlockSize)
    {
        var options = new SequentialFileOptions { Mode = mode };
        using var comparison = new FileComparison(blockSize);
        using var first = new ComparedFile(FileOpening.ForReading(one, options), options);
        using var second = new ComparedFile(FileOpening.ForReading(other, options), options);
        return comparison.FirstDifference(first, second, null, stop);
    }

    /// <summary>Finds the first difference between two open files.</summary>
    /// <param name="one">Counts what is read of it; still owned by the caller.</param>
    /// <param name="other">As the first.</param>
    /// <param name="moved">Receives the number of bytes of each block, or null.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>As the other method.</returns>
    internal long? FirstDifference(ComparedFile one, ComparedFile other, Action<long>? moved, CancellationToken stop)
    {
        long length = Math.Min(one.File.LengthWhenOpened, other.File.LengthWhenOpened);
        (_end, _difference, _failure) = (length, None, (None, null));
        one.Attach(_ring.Engine);
        try
        {
            other.Attach(_ring.Engine);
            try
            {
                CompareBlocks(one, other, moved, stop);
            }
            finally
            {
                Detach(other);
            }
        }
        finally
        {
            Detach(one);
        }

        stop.ThrowIfCancellationRequested();
        return _failure.Offset < _difference ? throw _failure.What!
            : _difference != None ? _difference
            : AfterLength(one, other, length, moved, stop);
    }

    // Blocks are requested in order, so that none before a difference is left out.
    private void CompareBlocks(ComparedFile one, ComparedFile other, Action<long>? moved, CancellationToken stop)
    {
        long next = 0;
        while (true)
        {
            while (_free.Count > 0 && next < _end && !stop.IsCancellationRequested)
            {
                ComparedBlock block = _free.Pop();
                block.Begin(next, (int)Math.Min(_blockSize, _end - next));
                next += block.Length;
                Read(one, block, block.One);
                Read(other, block, block.Other);
                CompareIfRead(block, one, other, moved);
            }

            if (_ring.IsIdle)
            {
                return;
            }

            foreach (int slot in _ring.Reap())
            {
                ComparedBlock block = _blocks[slot / 2];
                bool isOne = slot % 2 == 0;
                (isOne ? block.One : block.Other).End(isOne ? one : other, block.Length);
                CompareIfRead(block, one, other, moved);
            }
        }
    }

    // What made the loop break counts more than that requests are still in flight; disposing waits for them.
    private void Detach(ComparedFile file)
    {
        if (_ring.IsIdle)
        {
            file.Detach(_ring.Engine);
        }
    }

    private static void Read(ComparedFile file, ComparedBlock block, ComparedSide side)
    {
        if (!file.TryReadCached(block, side))
        {
            side.Begin(file, block.Offset, block.Length);
        }
    }

    private void CompareIfRead(ComparedBlock block, ComparedFile one, ComparedFile other, Action<long>? moved)
    {
        if (!block.IsRead)
        {
            return;
        }

        Count(block, one, other, moved);
        long? difference = block.FirstDifference();
        NativeIOException? failure = block.One.Failure ?? block.Other.Failure;
        if (failure is not null)
        {
            _failure = block.Offset < _failure.Offset ? (block.Offset, failure) : _failure;
        }
        else if (difference is { } offset)
        {
            _difference = Math.Min(_difference, offset);
        }

        // What comes after it needs no comparison.
        if (failure is not null || difference is not null || block.EndsFiles)
        {
            _end = Math.Min(_end, block.Offset);
        }

        _free.Push(block);
    }

    private static void Count(ComparedBlock block, ComparedFile one, ComparedFile other, Action<long>? moved)
    {
        int count = one.Count(block.One) + other.Count(block.Other);
        moved?.Invoke(count);
    }

    // Files may have grown, and those that are generated while they are read have a length of 0.
    private long? AfterLength(
        ComparedFile one, ComparedFile other, long length, Action<long>? moved, CancellationToken stop)
    {
        (long lengthOne, long lengthOther) = (one.File.Length, other.File.Length);
        long shorter = Math.Min(lengthOne, lengthOther);
        if (shorter <= length && lengthOne + lengthOther > 0)
        {
            return lengthOne == lengthOther ? null : shorter;
        }

        ComparedBlock block = _blocks[0];
        for (long offset = Alignment.AlignDown(length, AlignedBufferPool.MinAlignment); ; offset += _blockSize)
        {
            stop.ThrowIfCancellationRequested();
            block.Begin(offset, _blockSize);
            block.One.ReadNow(one.File, offset, _blockSize);
            block.Other.ReadNow(other.File, offset, _blockSize);
            Count(block, one, other, moved);
            if (block.FirstDifference() is { } difference)
            {
                return difference;
            }

            if (block.EndsFiles)
            {
                return null;
            }
        }
    }
}
