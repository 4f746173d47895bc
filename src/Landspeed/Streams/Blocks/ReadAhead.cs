using System.Runtime.CompilerServices;
using Landspeed.Engine;
using Landspeed.Files;

namespace Landspeed.Streams.Blocks;

/// <summary>
/// Reads a file in order, a number of blocks ahead of its one reader. Blocks are lent out without a copy, in file
/// order, whatever the order in which they arrive.
/// </summary>
/// <remarks>
/// One reader at a time; any thread may release blocks. Files that grow are followed, and files that report a wrong
/// length (below /proc) are read until a read returns nothing.
/// </remarks>
internal sealed partial class ReadAhead : BlockTransfers<ReadSlot>
{
    // After a jump the reader may soon be done: reading ahead starts again with two blocks and doubles.
    private const int WindowAfterJump = 2;

    // Files that are written while being read grow beyond their known length: at least 64 KiB are read at once.
    private const int LeastBlock = 64 * 1024;

    private readonly Queue<ReadSlot> _queue = new();
    private int _alignment;
    private int _requestSize;
    private int _window;
    private int _lent;
    private long _knownLength;
    private long _nextOffset;
    private bool _disposed;

    // Disposed, and nothing is in flight any more: only then may the last released block free the memory.
    private bool _drained;
    private bool _memoryGone;

    /// <summary>Takes over an open file without reading yet.</summary>
    /// <param name="file">The file.</param>
    /// <param name="options">The settings.</param>
    /// <param name="cache">Supplies blocks while they are in the page cache, or null to read the file ahead.</param>
    internal ReadAhead(StorageFile file, SequentialFileOptions options, CachedReads? cache = null)
        : base(file, options) => _cache = cache;

    /// <summary>Offset of the next byte to lend out.</summary>
    internal long Position { get; private set; }

    /// <summary>Number of blocks into which the file is read ahead; 0 before the first read.</summary>
    internal int Depth { get; private set; }

    /// <summary>True if reads are in flight, so that disposal must wait for them.</summary>
    internal bool IsBusy
    {
        get
        {
            lock (Gate)
            {
                return InFlight > 0;
            }
        }
    }

    /// <summary>True if nothing can be read any more.</summary>
    internal bool IsDisposed => Volatile.Read(ref _disposed);

    /// <summary>True if no block is left to lend or to read into.</summary>
    internal bool AllAreLent
    {
        get
        {
            lock (Gate)
            {
                return Depth > 0 && _lent >= MostHeld;
            }
        }
    }

    /// <summary>Lends the next block and waits for it if necessary.</summary>
    /// <returns>The block, which is empty at the end of the file.</returns>
    /// <exception cref="NativeIOException">
    /// The read failed; the position is unchanged, and the next call reads there again.
    /// </exception>
    /// <exception cref="InvalidOperationException">All blocks are lent out; nothing changed.</exception>
    internal ReadBlock Take()
    {
        lock (Gate)
        {
            MayBlock = true;
            ReadBlock block;
            while (!TryTake(out block))
            {
                Wait();
            }

            return block;
        }
    }

    /// <summary>Lends the next block if it is available; otherwise reading has started.</summary>
    internal bool TryTakeNow(out ReadBlock block)
    {
        lock (Gate)
        {
            MayBlock = false;
            return TryTake(out block);
        }
    }

    /// <summary>
    /// Lends the next block; cancelling ends the wait, but the read goes on and is offered to the next call.
    /// </summary>
    internal ValueTask<ReadBlock> TakeAsync(CancellationToken cancellation)
    {
        lock (Gate)
        {
            MayBlock = false;
            if (TryTake(out ReadBlock block))
            {
                return new ValueTask<ReadBlock>(block);
            }
        }

        return WaitAndTakeAsync(cancellation);
    }

    /// <summary>Continues at another offset. Blocks read ahead that are after it are kept.</summary>
    internal void Seek(long position)
    {
        lock (Gate)
        {
            ObjectDisposedException.ThrowIf(_disposed, typeof(ReadAhead));
            if (position == Position)
            {
                return;
            }

            Position = position;
            if (Depth == 0)
            {
                return;
            }

            while (_queue.TryPeek(out ReadSlot? head)
                && (position < head.Offset || position >= head.Offset + head.Capacity))
            {
                Abandon(_queue.Dequeue());
            }

            if (_queue.Count == 0)
            {
                _nextOffset = AlignDown(position);
                _window = Math.Min(Depth, WindowAfterJump);
            }
        }
    }

    /// <summary>Releases a block; any thread may call it. Does nothing unless it is the current lending.</summary>
    internal void Release(ReadSlot slot, int lending)
    {
        lock (Gate)
        {
            if (slot.Phase != ReadSlotState.Lent || slot.Lending != lending)
            {
                return;
            }

            slot.EndLending();
            MakeFree(slot);
            _lent--;
            if (_disposed)
            {
                FreeMemoryWhenUnused();
                return;
            }

            try
            {
                FillAhead();
            }
            catch (Exception failure) when (failure is IOException or InvalidOperationException)
            {
                // The reader's next call hits the same failure and reports it; a release cannot.
            }
        }
    }

    /// <summary>Waits for requests in flight and closes the file. Memory is freed with the last lent block.</summary>
    public override void Dispose()
    {
        lock (Gate)
        {
            if (_disposed)
            {
                return;
            }

            _disposed = true;
            WakeCallers();
        }

        EndEngine();
        lock (Gate)
        {
            WaitForAll();
            _drained = true;
            FreeMemoryWhenUnused();
        }

        File.Dispose();
        EndKeeping();
    }

    /// <inheritdoc/>
    public override void ThrowIfMemoryGone() => ObjectDisposedException.ThrowIf(Volatile.Read(ref _memoryGone), typeof(BlockReader));

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<ReadBlock> WaitAndTakeAsync(CancellationToken cancellation)
    {
        while (true)
        {
            ValueTask wait;
            lock (Gate)
            {
                if (TryTake(out ReadBlock block))
                {
                    return block;
                }

                wait = WaitAsync(cancellation);
            }

            await wait.ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    protected override bool Settle(ReadSlot slot)
    {
        if (slot.Phase == ReadSlotState.Abandoned)
        {
            MakeFree(slot);
            return true;
        }

        slot.Phase = ReadSlotState.Ready;
        return _queue.Peek() == slot || _disposed;
    }

    private void Prepare()
    {
        if (Depth > 0)
        {
            return;
        }

        _alignment = File.EffectiveMode == IoMode.Direct ? File.Geometry.ReadOffsetAlignment : 1;
        _knownLength = _cache is null ? File.Length : File.LengthWhenOpened;
        (_requestSize, Depth) = Size(Options, _alignment, _knownLength);
        _window = Depth;
        BeginAlone();
    }

    private void UseEngineBlocks()
    {
        AlignedBufferPool blocks = MapBlocks(Depth, _requestSize);
        UseEngine(Depth);
        Free.Clear();
        for (int index = Depth - 1; index >= 0; index--)
        {
            Free.Push(new ReadSlot(this, blocks.AddressOf(index), _requestSize));
        }
    }

    /// <summary>
    /// Chooses the blocks for a file: with requests of 1 MiB and a depth of 8, 3 MB get 3 blocks of 1 MiB, 10 bytes one
    /// of 64 KiB.
    /// </summary>
    internal static (int RequestSize, int Depth) Size(SequentialFileOptions options, int alignment, long length)
    {
        long needed = Alignment.AlignUp(Math.Max(length, LeastBlock), Math.Max(alignment, AlignedBufferPool.MinAlignment));
        long wanted = Alignment.AlignUp(options.RequestSize, alignment);
        long requestSize = Math.Min(needed, wanted);
        return ((int)requestSize, (int)Math.Min(options.QueueDepth, (needed + requestSize - 1) / requestSize));
    }

    private void FreeMemoryWhenUnused()
    {
        if (_drained && _lent == 0 && !_memoryGone)
        {
            Volatile.Write(ref _memoryGone, true);
            FreeAloneMemory();
            FreeMemory();
        }
    }

    // False if the next block is still in flight.
    private bool TryTake(out ReadBlock block)
    {
        block = default;
        ObjectDisposedException.ThrowIf(_disposed, typeof(ReadAhead));
        Prepare();
        if (_cache is not null && TryTakeCached(out block))
        {
            return true;
        }

        if (!HasEngine && NeedsEngine())
        {
            UseEngineBlocks();
        }

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

            ReadSlot head = _queue.Peek();
            if (head.Phase != ReadSlotState.Ready)
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
                // The file ends before its reported length, or ended there when the block was read.
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

    private ReadBlock Lend(ReadSlot head, long end)
    {
        head.Phase = ReadSlotState.Lent;
        _lent++;
        var block = new ReadBlock(this, head, (int)(Position - head.Offset), (int)(end - Position));
        Position = end;
        _window = Math.Min(Depth, _window * 2);
        if (end != head.Offset + head.Capacity)
        {
            Restart();
        }

        return block;
    }

    private bool EndsHere()
    {
        long length = File.Length;
        if (length > Position)
        {
            _knownLength = length;
            _nextOffset = AlignDown(Position);
            return false;
        }

        // A length of 0 may be true, or belong to a file that is generated while being read: only a read decides. Near
        // the greatest offset no file is generated, and a request would not fit.
        return length > 0 || Position > long.MaxValue - _requestSize;
    }

    private bool HasGrown()
    {
        long length = File.Length;
        bool hasGrown = length > Math.Max(Position, _knownLength);
        _knownLength = hasGrown ? length : _knownLength;
        return hasGrown;
    }

    private bool TryQueueOne()
    {
        if (HasFree)
        {
            _nextOffset = AlignDown(Position);
            QueueNext((int)(Position - _nextOffset) + 1);
            return true;
        }

        return InFlight > 0 ? false : throw AllAreHeld();
    }

    private InvalidOperationException AllAreHeld() => new(
        FormattableString.Invariant($"all {MostHeld} blocks are held: release one before asking for the next"));

    // Without an engine the calling thread may execute a read, so only its reader may ask for it.
    private void FillAhead()
    {
        if (HasEngine)
        {
            Fill();
        }
    }

    private void Fill()
    {
        int most = HasEngine ? _window : 1;
        while (HasFree && _queue.Count < most && _nextOffset < _knownLength)
        {
            QueueNext((int)Math.Min(_requestSize, _knownLength - _nextOffset));
        }
    }

    private void QueueNext(int needed)
    {
        ReadSlot slot = PeekFree();
        slot.Offset = _nextOffset;
        slot.PrepareTransfer(
            new IoRequest
            {
                Operation = IoOperation.Read,
                Offset = _nextOffset,
                Address = slot.Address,
                Length = slot.Capacity,
                Flags = File.TransferFlags,
            },
            _alignment,
            Math.Min(needed, slot.Capacity));
        Post(slot, _window / 2);
        Free.Pop();
        slot.Phase = ReadSlotState.InFlight;
        _queue.Enqueue(slot);
        _nextOffset += slot.Capacity;
        RunAlone(slot);
    }

    private void Restart()
    {
        while (_queue.TryDequeue(out ReadSlot? slot))
        {
            Abandon(slot);
        }

        _nextOffset = AlignDown(Position);
    }

    private void Abandon(ReadSlot slot)
    {
        if (slot.Phase == ReadSlotState.Ready)
        {
            MakeFree(slot);
        }
        else
        {
            slot.Phase = ReadSlotState.Abandoned;
        }
    }

    private void MakeFree(ReadSlot slot)
    {
        slot.Phase = ReadSlotState.Free;
        if (!slot.IsAlone || !HasEngine)
        {
            Free.Push(slot);
        }
    }

    private long AlignDown(long offset) => Alignment.AlignDown(offset, _alignment);

    private NativeIOException Failure(ReadSlot slot) => new(
        "read",
        File.Path,
        slot.Error,
        slot.Offset + slot.Moved,
        slot.Capacity - slot.Moved,
        slot.Error.Kind == NativeErrorKind.InvalidArgument
            ? "The file system refused a direct request; read the file buffered." : null);
}
