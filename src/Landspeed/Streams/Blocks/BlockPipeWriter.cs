using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace Landspeed.Streams.Blocks;

/// <summary>A pipe whose bytes a <see cref="BlockWriter"/> writes; producers fill its blocks in place.</summary>
/// <remarks>
/// Bytes are submitted when a block is full: a flush of the pipe waits for room and forces no short write. As in a
/// Pipe, a cancelled flush has still handed its bytes on.
/// </remarks>
internal sealed class BlockPipeWriter : PipeWriter
{
    private readonly BlockWriter _writer;
    private readonly PipeCancellation _cancellation = new();
    private long _unflushed;
    private bool _completed;

    internal BlockPipeWriter(BlockWriter writer) => _writer = writer;

    /// <inheritdoc/>
    public override bool CanGetUnflushedBytes => true;

    /// <inheritdoc/>
    public override long UnflushedBytes => _unflushed;

    /// <inheritdoc/>
    public override Memory<byte> GetMemory(int sizeHint = 0)
    {
        ThrowIfCompleted();
        return _writer.GetMemory(sizeHint);
    }

    /// <inheritdoc/>
    public override Span<byte> GetSpan(int sizeHint = 0)
    {
        ThrowIfCompleted();
        return _writer.GetSpan(sizeHint);
    }

    /// <inheritdoc/>
    public override void Advance(int bytes)
    {
        // Completing takes back the lent memory, so there is nothing left to advance over.
        _writer.CountWritten(bytes, mayBlock: false);
        _unflushed += bytes;
    }

    /// <inheritdoc/>
    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        ThrowIfCompleted();
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled<FlushResult>(cancellationToken);
        }

        _unflushed = 0;
        if (_cancellation.TryTakeRequest())
        {
            return new ValueTask<FlushResult>(Result(isCanceled: true));
        }

        try
        {
            return _writer.HasRoom ? default : WaitForRoomAsync(cancellationToken);
        }
        catch (Exception failure) when (failure is IOException or InvalidOperationException)
        {
            return ValueTask.FromException<FlushResult>(failure);
        }
    }

    /// <summary>Copies bytes, waiting for room without blocking a thread, and flushes.</summary>
    /// <param name="source">Any number of bytes; may be reused when the task has completed.</param>
    /// <param name="cancellationToken">
    /// Ends the wait. Part of the bytes may have been taken; the writer's position shows how much.
    /// <see cref="PipeWriter.CancelPendingFlush"/> lets all of them in first.
    /// </param>
    /// <returns>Completes when all bytes have been taken and there is room for more.</returns>
    public override ValueTask<FlushResult> WriteAsync(
        ReadOnlyMemory<byte> source, CancellationToken cancellationToken = default)
    {
        ThrowIfCompleted();
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled<FlushResult>(cancellationToken);
        }

        try
        {
            source = source[WriteWithoutWaiting(source.Span)..];
            return source.IsEmpty ? FlushAsync(cancellationToken) : FinishWriteAsync(source, cancellationToken);
        }
        catch (Exception failure) when (failure is IOException or InvalidOperationException)
        {
            return ValueTask.FromException<FlushResult>(failure);
        }
    }

    /// <inheritdoc/>
    public override void CancelPendingFlush() => _cancellation.Request();

    /// <inheritdoc/>
    public override void Complete(Exception? exception = null)
    {
        if (_completed)
        {
            return;
        }

        _completed = true;
        try
        {
            // A producer that failed may have left half a message after its last flush.
            if (exception is not null && _unflushed > 0)
            {
                _writer.TakeBack(_unflushed);
            }
        }
        finally
        {
            _unflushed = 0;
            _writer.Dispose();
        }
    }

    /// <inheritdoc/>
    public override ValueTask CompleteAsync(Exception? exception = null) => _completed
        ? default
        : new ValueTask(Task.Run(() => Complete(exception)));

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<FlushResult> WaitForRoomAsync(CancellationToken cancellationToken)
    {
        try
        {
            CancellationToken ended = _cancellation.BeginWait();
            using (_cancellation.Join(cancellationToken))
            {
                await _writer.WaitForRoomAsync(ended).ConfigureAwait(false);
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

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<FlushResult> FinishWriteAsync(ReadOnlyMemory<byte> source, CancellationToken cancellationToken)
    {
        while (!source.IsEmpty)
        {
            await _writer.WaitForRoomAsync(cancellationToken).ConfigureAwait(false);
            source = source[WriteWithoutWaiting(source.Span)..];
        }

        return await FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    private int WriteWithoutWaiting(ReadOnlySpan<byte> source)
    {
        int written = _writer.WriteWithoutWaiting(source);
        _unflushed += written;
        return written;
    }

    private static FlushResult Result(bool isCanceled) => new(isCanceled, isCompleted: false);

    private void ThrowIfCompleted()
    {
        if (_completed)
        {
            throw new InvalidOperationException("the pipe writer is completed and cannot be written any more");
        }
    }
}
