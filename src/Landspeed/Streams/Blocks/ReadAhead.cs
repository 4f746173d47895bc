using System.Runtime.CompilerServices;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Blocks;

/// <summary>
/// Reads a file in order, a number of blocks ahead of its one reader. Blocks are lent out without a copy; what was read
/// is offered in the order of the file, whatever the order in which it arrived.
/// </summary>
/// <remarks>
/// One reader at a time; blocks may be released by any thread. Files that grow are followed, and files whose length
/// lies (below /proc) are read until they give nothing. Nothing is allocated per block.
/// </remarks>
internal sealed partial class ReadAhead : IMemoryOwnerState, IDisposable
{
    // After a jump the reader may be at its goal soon: reading ahead begins anew with two blocks and doubles.
    private const int WindowAfterJump = 2;

    private readonly object _gate = new();
    private readonly StorageFile _file;
    private readonly SequentialFileOptions _options;
    private readonly AsyncSignal _signal;
    private readonly Stack<BlockSlot> _free = new();
    private readonly Queue<BlockSlot> _queue = new();
    private AlignedBufferPool? _pool;
    private EngineThread? _thread;
    private int _alignment;
    private int _requestSize;
    private int _depth;
    private int _window;
    private int _withEngine;
    private int _lent;
    private long _knownLength;
    private long _nextOffset;
    private bool _mayBlock;
    private bool _threadWaits;
    private bool _disposed;
    private bool _memoryGone;

    /// <summary>Takes an open file over; nothing is read yet.</summary>
    internal ReadAhead(StorageFile file, SequentialFileOptions options)
    {
        _file = file;
        _options = options;
        _signal = new AsyncSignal(_gate);
    }

    /// <summary>The file.</summary>
    internal StorageFile File => _file;

    /// <summary>Offset of the next byte that is lent out.</summary>
    internal long Position { get; private set; }

    /// <summary>What carries the reads out; null before the first one.</summary>
    internal EngineDescription? Engine => _thread?.Engine;

    /// <summary>Blocks that there are; 0 before the first read.</summary>
    internal int Depth => _depth;

    /// <summary>Whether reads are in flight, so that disposing has to wait for them.</summary>
    internal bool IsBusy
    {
        get
        {
            lock (_gate)
            {
                return _withEngine > 0;
            }
        }
    }

    /// <summary>Whether nothing can be read any more.</summary>
    internal bool IsDisposed => Volatile.Read(ref _disposed);

    /// <summary>Whether there is no block left to lend or to read into.</summary>
    internal bool AllAreLent
    {
        get
        {
            lock (_gate)
            {
                return _thread is not null && _lent == _depth;
            }
        }
    }

    /// <summary>Lends the next block, waiting for it.</summary>
    /// <returns>The block; at the end of the file one without bytes.</returns>
    /// <exception cref="NativeIOException">The read failed; the position stays, the next call reads there again.</exception>
    /// <exception cref="InvalidOperationException">All blocks are lent out; nothing changed.</exception>
    internal ReadBlock Take()
    {
        lock (_gate)
        {
            _mayBlock = true;
            ReadBlock block;
            while (!TryTake(out block))
            {
                _threadWaits = true;
                Monitor.Wait(_gate);
                _threadWaits = false;
            }

            return block;
        }
    }

    /// <summary>Lends the next block if it is there; if not, reading has begun.</summary>
    internal bool TryTakeNow(out ReadBlock block)
    {
        lock (_gate)
        {
            return TryTake(out block);
        }
    }

    /// <summary>Lends the next block; cancelling ends the wait, the read goes on and is offered to the next call.</summary>
    internal ValueTask<ReadBlock> TakeAsync(CancellationToken cancellation)
    {
        lock (_gate)
        {
            _mayBlock = false;
            if (TryTake(out ReadBlock block))
            {
                return new ValueTask<ReadBlock>(block);
            }
        }

        return WaitAndTakeAsync(cancellation);
    }

    /// <summary>Goes on somewhere else. Blocks that were read ahead and lie further on stay.</summary>
    internal void Seek(long position)
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_disposed, typeof(ReadAhead));
            if (position == Position)
            {
                return;
            }

            Position = position;
            if (_thread is null)
            {
                return;
            }

            while (_queue.TryPeek(out BlockSlot? head) && (position < head.Offset || position >= head.Offset + _requestSize))
            {
                Abandon(_queue.Dequeue());
            }

            if (_queue.Count == 0)
            {
                _nextOffset = AlignDown(position);
                _window = Math.Min(_depth, WindowAfterJump);
            }
        }
    }

    /// <summary>Gives a block back; any thread. Not the current lending: nothing happens.</summary>
    internal void Release(BlockSlot slot, int lending)
    {
        lock (_gate)
        {
            if (slot.Phase != BlockSlotState.Lent || slot.Lending != lending)
            {
                return;
            }

            slot.EndLending();
            slot.Phase = BlockSlotState.Free;
            _free.Push(slot);
            _lent--;
            if (_disposed)
            {
                FreeMemoryWhenUnused();
                return;
            }

            try
            {
                Fill();
            }
            catch (Exception failure) when (failure is IOException or InvalidOperationException)
            {
                // The reader's next call meets the same failure and can say so; who releases cannot.
            }
        }
    }

    /// <summary>Called on the engine's thread.</summary>
    internal void OnCompleted(BlockSlot slot)
    {
        lock (_gate)
        {
            _withEngine--;
            if (slot.Phase == BlockSlotState.Abandoned)
            {
                slot.Phase = BlockSlotState.Free;
                _free.Push(slot);
            }
            else
            {
                slot.Phase = BlockSlotState.Ready;
                if (_queue.Peek() != slot && !_disposed)
                {
                    return;
                }
            }

            WakeReader();
        }
    }

    /// <summary>Waits for what is in flight and closes the file. Memory goes with the last block that is lent out.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            if (_disposed)
            {
                return;
            }

            _disposed = true;
            WakeReader();
        }

        _thread?.Dispose();
        lock (_gate)
        {
            while (_isOneBlock && _withEngine > 0)
            {
                _threadWaits = true;
                Monitor.Wait(_gate);
            }

            FreeMemoryWhenUnused();
        }

        _file.Dispose();
    }

    /// <inheritdoc/>
    public void ThrowIfMemoryGone() => ObjectDisposedException.ThrowIf(Volatile.Read(ref _memoryGone), typeof(BlockReader));

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<ReadBlock> WaitAndTakeAsync(CancellationToken cancellation)
    {
        while (true)
        {
            ValueTask wait;
            lock (_gate)
            {
                if (TryTake(out ReadBlock block))
                {
                    return block;
                }

                wait = _signal.WaitAsync(cancellation);
            }

            await wait.ConfigureAwait(false);
        }
    }

    private void WakeReader()
    {
        _signal.Set();
        if (_threadWaits)
        {
            Monitor.PulseAll(_gate);
        }
    }

    // False: the next block is still on its way.
    private bool TryTake(out ReadBlock block)
    {
        block = default;
        ObjectDisposedException.ThrowIf(_disposed, typeof(ReadAhead));
        Prepare();
        while (true)
        {
            Fill();
            if (_queue.Count == 0)
            {
                if (EndsHere())
                {
                    return true;
                }

                if (!TryQueueOne())
                {
                    return false;
                }
            }

            BlockSlot head = _queue.Peek();
            if (head.Phase != BlockSlotState.Ready)
            {
                return false;
            }

            _queue.Dequeue();
            if (head.HasFailed)
            {
                MakeFree(head);
                Restart();
                throw Failure(head);
            }

            long end = head.Offset + head.Moved;
            if (end <= Position)
            {
                // The file ends before the place that its length promised, or ended there when the block was read.
                MakeFree(head);
                Restart();
                if (HasGrown())
                {
                    continue;
                }

                _knownLength = Math.Min(_knownLength, Position);
                return true;
            }

            block = Lend(head, end);
            return true;
        }
    }

    private ReadBlock Lend(BlockSlot head, long end)
    {
        head.Phase = BlockSlotState.Lent;
        _lent++;
        var block = new ReadBlock(this, head, (int)(Position - head.Offset), (int)(end - Position));
        Position = end;
        _window = Math.Min(_depth, _window * 2);
        if (end != head.Offset + _requestSize)
        {
            Restart();
        }

        return block;
    }

    private bool EndsHere()
    {
        long length = _file.Length;
        if (length > Position)
        {
            _knownLength = length;
            _nextOffset = AlignDown(Position);
            return false;
        }

        // A length of 0 may be true, or be that of a file that is made while it is read: reading it tells. So near the
        // greatest offset nothing is made, and a request would not fit.
        return length > 0 || Position > long.MaxValue - _requestSize;
    }

    private bool HasGrown()
    {
        long length = _file.Length;
        bool hasGrown = length > Math.Max(Position, _knownLength);
        _knownLength = hasGrown ? length : _knownLength;
        return hasGrown;
    }

    private bool TryQueueOne()
    {
        if (_free.Count > 0)
        {
            _nextOffset = AlignDown(Position);
            QueueNext((int)(Position - _nextOffset) + 1);
            return true;
        }

        return _withEngine > 0 ? false : throw new InvalidOperationException(
            FormattableString.Invariant($"all {_depth} blocks are held: release one before asking for the next"));
    }

    private void Fill()
    {
        while (_free.Count > 0 && _queue.Count < _window && _nextOffset < _knownLength)
        {
            QueueNext((int)Math.Min(_requestSize, _knownLength - _nextOffset));
        }
    }

    private void QueueNext(int needed)
    {
        BlockSlot slot = _free.Peek();
        slot.Offset = _nextOffset;
        slot.PrepareTransfer(
            new IoRequest
            {
                Operation = IoOperation.Read,
                Offset = _nextOffset,
                Address = slot.Address,
                Length = _requestSize,
                Flags = _file.TransferFlags,
            },
            _alignment,
            Math.Min(needed, _requestSize));
        if (!_isOneBlock)
        {
            _thread!.Post(slot, _withEngine > _window / 2 ? Urgency.WithNextCompletion : Urgency.AtOnce);
        }

        _free.Pop();
        slot.Phase = BlockSlotState.InFlight;
        _queue.Enqueue(slot);
        _withEngine++;
        _nextOffset += _requestSize;
        if (_isOneBlock)
        {
            RunAlone(slot);
        }
    }

    // A file of one block gains nothing from an engine, whose making and ending cost more than the read.
    private void RunAlone(BlockSlot slot)
    {
        if (_mayBlock)
        {
            slot.Run();
            OnCompleted(slot);
        }
        else
        {
            ThreadPool.UnsafeQueueUserWorkItem(slot, preferLocal: false);
        }
    }

    private void Restart()
    {
        while (_queue.TryDequeue(out BlockSlot? slot))
        {
            Abandon(slot);
        }

        _nextOffset = AlignDown(Position);
    }

    private void Abandon(BlockSlot slot)
    {
        if (slot.Phase == BlockSlotState.Ready)
        {
            MakeFree(slot);
        }
        else
        {
            slot.Phase = BlockSlotState.Abandoned;
        }
    }

    private void MakeFree(BlockSlot slot)
    {
        slot.Phase = BlockSlotState.Free;
        _free.Push(slot);
    }

    private long AlignDown(long offset) => Alignment.AlignDown(offset, _alignment);

    private NativeIOException Failure(BlockSlot slot) => new(
        "read",
        _file.Path,
        slot.Error,
        slot.Offset + slot.Moved,
        _requestSize - slot.Moved,
        slot.Error.Kind == NativeErrorKind.InvalidArgument
            ? "The file system refused a direct request; read the file buffered." : null);
}
