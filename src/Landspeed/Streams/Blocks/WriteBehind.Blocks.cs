using Landspeed.Engine;
using Landspeed.Files;

namespace Landspeed.Streams.Blocks;

/// <content>Starting and posting a block, and the partial sectors at its two ends.</content>
internal sealed partial class WriteBehind
{
    // The first block is small. As long as little has been written it is the only one, and the thread that fills it
    // writes it through the page cache: memory, thread, ring and reserved space are created only when they pay off.
    private const int FirstBlock = 256 * 1024;

    private IDisposable? _firstMemory;
    private nint _firstAddress;
    private AlignedBufferPool? _edge;
    private long _firstBytes;
    private int _alignment;
    private int _blockAlignment;
    private int _requestSize;

    private WholeTransfer Aligned => new(File.Handle, File.Path) { Alignment = _alignment };

    // False if all blocks are in flight.
    private bool TryBegin()
    {
        if (_error.IsError && InFlight > 0)
        {
            ThrowIfDisposed();
            return false;
        }

        ThrowIfFailed();
        ObjectDisposedException.ThrowIf(_closing, typeof(WriteBehind));
        if (_current is not null)
        {
            return !_currentIsInFlight;
        }

        PrepareFirst();
        if (!Free.TryPeek(out WriteSlot? slot))
        {
            return false;
        }

        RefuseLargestOffset(slot);
        slot.Offset = Alignment.AlignDown(Position, _blockAlignment);
        int start = (int)(Position - slot.Offset);
        if (start > 0)
        {
            LoadHead(slot, start);
        }

        slot.End = slot.Unwritten = start;
        _current = Free.Pop();
        return true;
    }

    // The block would end beyond the largest offset; nothing was written yet, and the writer may seek elsewhere.
    private void RefuseLargestOffset(WriteSlot slot)
    {
        if (Position > long.MaxValue - slot.Capacity)
        {
            // The system refuses blocks long before that: requests in flight may have failed, and are reported first.
            WaitForAll();
            ThrowIfFailed();
            throw new NativeIOException("write", File.Path, NativeError.Of(NativeErrorKind.FileTooLarge), Position, slot.Capacity);
        }
    }

    private void PrepareFirst()
    {
        if (_requestSize > 0)
        {
            return;
        }

        // Blocks are aligned for direct requests even while the file is not direct yet. A file that may not be read
        // never becomes direct, and the bytes before the writer's position could not be loaded.
        bool mayBeDirect = (Options.Mode is null && File.CanRead) || File.EffectiveMode == IoMode.Direct;
        _blockAlignment = mayBeDirect ? Math.Max(File.Geometry.OffsetAlignment, File.Geometry.ReadOffsetAlignment) : 1;
        _requestSize = (int)Alignment.AlignUp(Options.RequestSize, _blockAlignment);
        _alignment = File.EffectiveMode == IoMode.Direct ? _blockAlignment : 1;
        if (Options.EngineFactory is not null || (Options.Engine is not null && _requestSize <= FirstBlock))
        {
            PrepareAll();
            return;
        }

        int length = (int)Math.Min(_requestSize, Alignment.AlignUp(FirstBlock, _blockAlignment));
        TakeFirstMemory(length, Math.Max(File.Geometry.MemoryAlignment, AlignedBufferPool.MinAlignment));
        Free.Push(new WriteSlot(this, _firstAddress, length));
    }

    // From the heap if the system copies it: a short file touches little of it, and many files in turn use the same
    // memory.
    private void TakeFirstMemory(int length, int alignment)
    {
        if (File.EffectiveMode == IoMode.Direct)
        {
            var mapped = new AlignedBufferPool(1, length, alignment);
            (_firstMemory, _firstAddress) = (mapped, mapped.Address);
        }
        else
        {
            var heap = new HeapMemory(length, alignment);
            (_firstMemory, _firstAddress) = (heap, heap.Address);
        }
    }

    private void PrepareAll()
    {
        if (HasEngine)
        {
            return;
        }

        if (Options.Mode is null && File.CanRead)
        {
            File.UseMode(IoMode.Direct);
            _alignment = File.EffectiveMode == IoMode.Direct ? _blockAlignment : 1;
            _space = new WriteSpace(File, Options, File.Length);
        }

        AlignedBufferPool blocks = MapBlocks(Options.QueueDepth, _requestSize);
        for (int index = Options.QueueDepth - 1; index >= 0; index--)
        {
            Free.Push(new WriteSlot(this, blocks.AddressOf(index), _requestSize));
        }

        UseEngine(Options.QueueDepth);
    }

    // A caller that names an engine gets it once a block is full, and a mode past the page cache needs one; in both
    // cases if the process has one to spare.
    private bool IsStillShort(int written)
    {
        _firstBytes += written;
        bool isShort = File.EffectiveMode == IoMode.Buffered
            && _firstBytes <= Options.ShortLength
            && Options.PreallocationSize <= Options.ShortLength;
        return !HasEngine
            && Options is { Engine: null, EngineFactory: null }
            && (isShort || !TryTakeBudget(Options.QueueDepth, _requestSize));
    }

    // At offset 700 with sectors of 512: the block starts at 512, and the 188 bytes before the writer's come from the
    // file. No request in flight could change them: a writer that jumps first waits for its writes.
    private void LoadHead(WriteSlot slot, int start)
    {
        int count = Math.Min(Aligned.Read(slot.Address, _blockAlignment, slot.Offset, start), start);
        Zero(slot.Address + count, start - count);
    }

    // The sector with the writer's last byte is written whole: with what the file has there, or zeros past its end.
    private int CompleteTail(WriteSlot slot)
    {
        int end = (int)Alignment.AlignUp(slot.End, _alignment);
        int missing = end - slot.End;
        if (missing == 0)
        {
            return end;
        }

        int kept = 0;
        long sector = Alignment.AlignDown(slot.Offset + slot.End, _alignment);
        int inside = (int)(slot.Offset + slot.End - sector);
        if (slot.Offset + slot.End < Length)
        {
            _edge ??= new AlignedBufferPool(1, _alignment, Math.Max(File.Geometry.MemoryAlignment, 1));
            kept = Math.Max(Aligned.Read(_edge.Address, _alignment, sector) - inside, 0);
            Copy(_edge.Address + inside, slot.Address + slot.End, kept);
        }

        Zero(slot.Address + slot.End + kept, missing - kept);
        return end;
    }

    // A block that cannot be posted is as lost as one that cannot be written.
    private void Write(WriteSlot slot)
    {
        try
        {
            BeginWrite(slot);
        }
        catch (Exception failure) when (failure is IOException or InvalidOperationException)
        {
            slot.WriteOffset = slot.Offset + slot.Unwritten;
            slot.WriteLength = slot.End - slot.Unwritten;
            NoteFailure(slot, failure is NativeIOException native ? native.Error : NativeError.Of(NativeErrorKind.Other));
            _failureWasSeen = true;
            _currentIsInFlight = false;
            throw;
        }
    }

    private void BeginWrite(WriteSlot slot)
    {
        bool isFull = slot.End == slot.Capacity;
        if (isFull && !IsStillShort(slot.Capacity))
        {
            PrepareAll();
        }

        int start = (int)Alignment.AlignDown(slot.Unwritten, _alignment);
        int end = CompleteTail(slot);
        slot.WriteOffset = slot.Offset + start;
        slot.WriteLength = end - start;
        _space.Reserve(slot.WriteOffset, slot.Offset + end, isFull);
        slot.PrepareTransfer(
            new IoRequest
            {
                Operation = IoOperation.Write,
                Offset = slot.WriteOffset,
                Address = slot.Address + start,
                Length = slot.WriteLength,
                Flags = File.TransferFlags,
            },
            _alignment,
            slot.WriteLength);
        Post(slot, Options.QueueDepth / 2);
        slot.Unwritten = slot.End;
        RunAlone(slot);
    }

    private static unsafe void Zero(nint address, int length) => new Span<byte>((void*)address, length).Clear();

    private static unsafe void Copy(nint source, nint target, int length) =>
        new ReadOnlySpan<byte>((void*)source, length).CopyTo(new Span<byte>((void*)target, length));
}
