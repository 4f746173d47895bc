using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Landspeed.Streams.Blocks;

/// <summary>
/// Exposes the blocks of a <see cref="BlockReader"/> as the segments of a pipe's buffer, without a copy.
/// </summary>
/// <remarks>
/// A consumer that has examined everything and wants more while it holds all blocks would wait for ever. Its data is
/// therefore copied into arrays, each byte at most once, and the blocks are used for reading again.
/// </remarks>
internal sealed class BlockPipeReader : PipeReader
{
    private readonly BlockReader _reader;
    private readonly PipeCancellation _cancellation = new();
    private readonly Stack<BlockSegment> _unused = new();
    private BlockSegment? _first;
    private BlockSegment? _last;
    private int _start;
    private bool _hasNews;
    private bool _isReading;
    private bool _ended;
    private bool _completed;

    internal BlockPipeReader(BlockReader reader) => _reader = reader;

    /// <inheritdoc/>
    public override bool TryRead(out ReadResult result)
    {
        ThrowIfRefused();
        if (TryReadHeld(out result))
        {
            return true;
        }

        MakeRoom();
        if (!_reader.TryRead(out ReadBlock block))
        {
            return false;
        }

        Add(block);
        result = Result(isCanceled: false);
        return true;
    }

    /// <inheritdoc/>
    public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
    {
        ThrowIfRefused();
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled<ReadResult>(cancellationToken);
        }

        if (TryReadHeld(out ReadResult held))
        {
            return new ValueTask<ReadResult>(held);
        }

        MakeRoom();
        ValueTask<ReadBlock> block = _reader.ReadAsync(_cancellation.BeginWait());
        if (block.IsCompletedSuccessfully)
        {
            Add(block.Result);
            return new ValueTask<ReadResult>(Result(isCanceled: false));
        }

        return FinishReadAsync(block, cancellationToken);
    }

    /// <inheritdoc/>
    public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

    /// <inheritdoc/>
    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
    {
        ThrowIfCompleted();
        if (_first is not null && _last is not null)
        {
            long start = _first.RunningIndex + _start;
            long consumedTo = IndexOf(consumed);
            long examinedTo = IndexOf(examined);
            RefuseUnless(consumedTo >= start && examinedTo >= consumedTo && examinedTo <= _last.End);
            _hasNews = examinedTo < _last.End;
            Consume(consumedTo);
        }
        else
        {
            // The buffer was empty, and its only position belongs to no segment.
            RefuseUnless(consumed.GetObject() is null && examined.GetObject() is null);
        }

        _isReading = false;
    }

    /// <inheritdoc/>
    public override void CancelPendingRead() => _cancellation.Request();

    /// <inheritdoc/>
    public override void Complete(Exception? exception = null)
    {
        if (!_completed)
        {
            Release();
            _reader.Dispose();
        }
    }

    /// <inheritdoc/>
    public override ValueTask CompleteAsync(Exception? exception = null)
    {
        if (_completed)
        {
            return default;
        }

        Release();
        return _reader.DisposeAsync();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<ReadResult> FinishReadAsync(ValueTask<ReadBlock> block, CancellationToken cancellationToken)
    {
        try
        {
            using (_cancellation.Join(cancellationToken))
            {
                Add(await block.ConfigureAwait(false));
            }

            return Result(isCanceled: false);
        }
        catch (OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (!_cancellation.TryTakeRequest())
            {
                throw;
            }

            return Result(isCanceled: true);
        }
    }

    // The result that needs no further read.
    private bool TryReadHeld(out ReadResult result)
    {
        bool isCanceled = _cancellation.TryTakeRequest();
        bool isKnown = isCanceled || _hasNews || _ended;
        result = isKnown ? Result(isCanceled) : default;
        return isKnown;
    }

    private ReadResult Result(bool isCanceled)
    {
        // After a cancelled read, advancing is optional: the next read is allowed at once.
        _isReading = !isCanceled;
        ReadOnlySequence<byte> buffer = _first is null || _last is null
            ? default : new ReadOnlySequence<byte>(_first, _start, _last, _last.Memory.Length);
        return new ReadResult(buffer, isCanceled, _ended);
    }

    private void Add(ReadBlock block)
    {
        if (block.IsEnd)
        {
            _ended = true;
            return;
        }

        BlockSegment segment = _unused.TryPop(out BlockSegment? unused) ? unused : new BlockSegment();
        segment.Hold(block, _last);
        _last = segment;
        _first ??= segment;
        _hasNews = true;
    }

    private void MakeRoom()
    {
        if (!_reader.HoldsAllBlocks)
        {
            return;
        }

        for (BlockSegment? segment = _first; segment is not null; segment = segment.Following)
        {
            if (segment.TryCopyOut(segment == _first ? _start : 0) && segment == _first)
            {
                _start = 0;
            }
        }
    }

    private void Consume(long position)
    {
        while (_first is { } first && first.End <= position)
        {
            _first = first.Following;
            _start = 0;
            first.Release();
            _unused.Push(first);
        }

        if (_first is null)
        {
            _last = null;
        }
        else
        {
            _start = (int)Math.Max(position - _first.RunningIndex, _start);
        }
    }

    private void Release()
    {
        _completed = true;
        Consume(long.MaxValue);
    }

    private static void RefuseUnless(bool isAllowed)
    {
        if (!isAllowed)
        {
            throw new InvalidOperationException(
                "the positions to advance to are not in order, or not in the buffer that was read last");
        }
    }

    private static long IndexOf(SequencePosition position) =>
        position.GetObject() is BlockSegment segment ? segment.RunningIndex + position.GetInteger() : -1;

    private void ThrowIfRefused()
    {
        ThrowIfCompleted();
        if (_isReading)
        {
            throw new InvalidOperationException("the buffer that was read last is still in use: call AdvanceTo first");
        }
    }

    private void ThrowIfCompleted()
    {
        if (_completed)
        {
            throw new InvalidOperationException("the pipe reader is completed and cannot be read any more");
        }
    }
}
