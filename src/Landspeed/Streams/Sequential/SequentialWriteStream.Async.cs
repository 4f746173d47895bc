using System.Runtime.CompilerServices;
using Landspeed.Files;

namespace Landspeed.Streams.Sequential;

/// <content>Asynchronous calls complete at once while a block is free, and allocate nothing then.</content>
public sealed partial class SequentialWriteStream
{
    /// <inheritdoc/>
    /// <exception cref="Landspeed.Platform.NativeIOException">A write failed, this one or an earlier one.</exception>
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

    /// <summary>As <see cref="Flush"/>, without holding a thread.</summary>
    /// <param name="cancellationToken">Ends the wait; the writes go on.</param>
    /// <returns>Completes when the system has everything and the file its length.</returns>
    /// <exception cref="Landspeed.Platform.NativeIOException">A write failed.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override Task FlushAsync(CancellationToken cancellationToken) => cancellationToken.IsCancellationRequested
        ? Task.FromCanceled(cancellationToken)
        : FlushAsync(Enter(), cancellationToken);

    /// <summary>As <see cref="FlushToDisk"/>; the flush itself holds a thread of the pool.</summary>
    /// <param name="scope">What to make durable.</param>
    /// <param name="cancellationToken">Ends the wait before the flush has begun.</param>
    /// <returns>Completes when everything so far is durable.</returns>
    /// <exception cref="Landspeed.Platform.NativeIOException">A write or the flush failed, now or earlier.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public async Task FlushToDiskAsync(FlushScope scope = FlushScope.Data, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using Call call = Enter();
        await _behind.FlushAsync(cancellationToken).ConfigureAwait(false);
        await Task.Run(() => _behind.MakeDurable(scope), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Refuses: the stream only writes.</summary>
    /// <param name="buffer">Not used.</param>
    /// <param name="cancellationToken">When cancelled, the task is cancelled.</param>
    /// <returns>Nothing but a cancelled task.</returns>
    /// <exception cref="NotSupportedException">Always, unless cancelled.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        new(RefuseRead(cancellationToken));

    /// <inheritdoc cref="ReadAsync(Memory{byte}, CancellationToken)"/>
    /// <param name="buffer">Checked and not used.</param>
    /// <param name="offset">Checked and not used.</param>
    /// <param name="count">Checked and not used.</param>
    /// <param name="cancellationToken">When cancelled, the task is cancelled.</param>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return RefuseRead(cancellationToken);
    }

    /// <summary>Refuses: the stream only writes.</summary>
    /// <param name="buffer">Checked and not used.</param>
    /// <param name="offset">Checked and not used.</param>
    /// <param name="count">Checked and not used.</param>
    /// <param name="callback">Not used.</param>
    /// <param name="state">Not used.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override IAsyncResult BeginRead(byte[] buffer, int offset, int count, AsyncCallback? callback, object? state)
    {
        ValidateBufferArguments(buffer, offset, count);
        return RefuseRead(CancellationToken.None);
    }

    // In FileStream's order.
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

    // A cancelled write may have written a part, as FileStream's may: the position says how much.
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
