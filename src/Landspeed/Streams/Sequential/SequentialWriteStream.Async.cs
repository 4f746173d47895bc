using System.Runtime.CompilerServices;

namespace Landspeed;

/// <content>Asynchronous calls; while a block is free they complete synchronously and allocate nothing.</content>
public sealed partial class SequentialWriteStream
{
    /// <inheritdoc/>
    /// <exception cref="NativeIOException">This write or an earlier one failed.</exception>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled(cancellationToken);
        }

        Call call = Enter();
        try
        {
            buffer = buffer[_behind.WriteWithoutWaiting(buffer.Span)..];
            if (!buffer.IsEmpty)
            {
                return FinishWriteAsync(call, buffer, cancellationToken);
            }

            call.Dispose();
            return default;
        }
        catch (Exception failure) when (failure is IOException or InvalidOperationException)
        {
            call.Dispose();
            return ValueTask.FromException(failure);
        }
        catch
        {
            call.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
    }

    /// <inheritdoc/>
    public override IAsyncResult BeginWrite(byte[] buffer, int offset, int count, AsyncCallback? callback, object? state) =>
        TaskToAsyncResult.Begin(WriteAsync(buffer, offset, count, CancellationToken.None), callback, state);

    /// <inheritdoc/>
    public override void EndWrite(IAsyncResult asyncResult) => TaskToAsyncResult.End(asyncResult);

    /// <summary>As <see cref="Flush"/>, without blocking a thread.</summary>
    /// <param name="cancellationToken">Ends the wait; the writes go on.</param>
    /// <returns>Completes when the system has all bytes and the file has its length.</returns>
    /// <exception cref="NativeIOException">A write failed.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override Task FlushAsync(CancellationToken cancellationToken) => cancellationToken.IsCancellationRequested
        ? Task.FromCanceled(cancellationToken)
        : FlushAsync(Enter(), cancellationToken);

    /// <summary>As <see cref="FlushToDisk"/>; the flush itself occupies a pool thread.</summary>
    /// <param name="scope">What to make durable.</param>
    /// <param name="cancellationToken">Ends the wait until the flush starts.</param>
    /// <returns>Completes when everything written so far is durable.</returns>
    /// <exception cref="NativeIOException">A write or the flush failed, now or earlier.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public async Task FlushToDiskAsync(FlushScope scope = FlushScope.Data, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using Call call = Enter();
        await _behind.FlushAsync(cancellationToken).ConfigureAwait(false);
        await Task.Run(() => _behind.MakeDurable(scope), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Not supported: the stream is write-only.</summary>
    /// <param name="buffer">Not used.</param>
    /// <param name="cancellationToken">If cancelled, the returned task is cancelled.</param>
    /// <returns>Never a completed read; only a cancelled task.</returns>
    /// <exception cref="NotSupportedException">Always, unless cancelled.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        new(RefuseRead(cancellationToken));

    /// <inheritdoc cref="ReadAsync(Memory{byte}, CancellationToken)"/>
    /// <param name="buffer">Validated but not used.</param>
    /// <param name="offset">Validated but not used.</param>
    /// <param name="count">Validated but not used.</param>
    /// <param name="cancellationToken">If cancelled, the returned task is cancelled.</param>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return RefuseRead(cancellationToken);
    }

    /// <summary>Not supported: the stream is write-only.</summary>
    /// <param name="buffer">Validated but not used.</param>
    /// <param name="offset">Validated but not used.</param>
    /// <param name="count">Validated but not used.</param>
    /// <param name="callback">Not used.</param>
    /// <param name="state">Not used.</param>
    /// <returns>Never returns.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override IAsyncResult BeginRead(byte[] buffer, int offset, int count, AsyncCallback? callback, object? state)
    {
        ValidateBufferArguments(buffer, offset, count);
        return RefuseRead(CancellationToken.None);
    }

    // The order of FileStream's checks.
    private Task<int> RefuseRead(CancellationToken cancellation)
    {
        if (cancellation.IsCancellationRequested)
        {
            return Task.FromCanceled<int>(cancellation);
        }

        ThrowIfDisposed();
        throw WritesOnly();
    }

    private async Task FlushAsync(Call call, CancellationToken cancellation)
    {
        using (call)
        {
            await _behind.FlushAsync(cancellation).ConfigureAwait(false);
        }
    }

    // As with FileStream, a cancelled write may have written a part: the position shows how much.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask FinishWriteAsync(Call call, ReadOnlyMemory<byte> buffer, CancellationToken cancellation)
    {
        using (call)
        {
            while (!buffer.IsEmpty)
            {
                await _behind.WaitForRoomAsync(cancellation).ConfigureAwait(false);
                buffer = buffer[_behind.WriteWithoutWaiting(buffer.Span)..];
            }
        }
    }
}
