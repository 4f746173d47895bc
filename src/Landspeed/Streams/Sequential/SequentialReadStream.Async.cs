using System.Runtime.CompilerServices;

namespace Landspeed;

/// <content>
/// Asynchronous calls; while the bytes are available they complete synchronously and allocate nothing.
/// </content>
public sealed partial class SequentialReadStream
{
    private Task<int>? _lastRead;

    /// <inheritdoc/>
    /// <exception cref="NativeIOException">The read failed; the position is unchanged.</exception>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled<int>(cancellationToken);
        }

        Span<byte> target = buffer.Span;
        Call call = Enter();
        int filled = TakeFromData(target);
        if (filled < buffer.Length)
        {
            return ReadRestAsync(call, buffer, filled, cancellationToken);
        }

        call.Dispose();
        return new ValueTask<int>(filled);
    }

    /// <inheritdoc/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        ValueTask<int> read = ReadAsync(buffer.AsMemory(offset, count), cancellationToken);
        if (!read.IsCompletedSuccessfully)
        {
            return read.AsTask();
        }

        // Consecutive counts are usually equal: one task serves them all.
        int result = read.Result;
        return _lastRead is { } last && last.Result == result ? last : _lastRead = Task.FromResult(result);
    }

    /// <inheritdoc/>
    public override IAsyncResult BeginRead(byte[] buffer, int offset, int count, AsyncCallback? callback, object? state) =>
        TaskToAsyncResult.Begin(ReadAsync(buffer, offset, count, CancellationToken.None), callback, state);

    /// <inheritdoc/>
    public override int EndRead(IAsyncResult asyncResult) => TaskToAsyncResult.End<int>(asyncResult);

    /// <inheritdoc/>
    /// <remarks>Passes the blocks on without a copy in between. The buffer size is validated but not used.</remarks>
    public override void CopyTo(Stream destination, int bufferSize)
    {
        ValidateCopyToArguments(destination, bufferSize);
        using Call call = Enter();
        do
        {
            destination.Write(Data);
            DropAllData();
        }
        while (NextData(default, filled: 0) != 0);
    }

    /// <inheritdoc/>
    /// <remarks>Passes the blocks on without a copy in between. The buffer size is validated but not used.</remarks>
    public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        ValidateCopyToArguments(destination, bufferSize);
        ThrowIfDisposed();
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled(cancellationToken);
        }

        return CopyRestAsync(Enter(), destination, cancellationToken);
    }

    /// <summary>Not supported: the stream is read-only.</summary>
    /// <param name="buffer">Not used.</param>
    /// <param name="cancellationToken">If cancelled, the returned task is cancelled.</param>
    /// <returns>Never a completed write; only a cancelled task.</returns>
    /// <exception cref="NotSupportedException">Always, unless cancelled.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        new(RefuseWrite(cancellationToken));

    /// <inheritdoc cref="WriteAsync(ReadOnlyMemory{byte}, CancellationToken)"/>
    /// <param name="buffer">Validated but not used.</param>
    /// <param name="offset">Validated but not used.</param>
    /// <param name="count">Validated but not used.</param>
    /// <param name="cancellationToken">If cancelled, the returned task is cancelled.</param>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return RefuseWrite(cancellationToken);
    }

    /// <summary>Not supported: the stream is read-only.</summary>
    /// <param name="buffer">Validated but not used.</param>
    /// <param name="offset">Validated but not used.</param>
    /// <param name="count">Validated but not used.</param>
    /// <param name="callback">Not used.</param>
    /// <param name="state">Not used.</param>
    /// <returns>Never returns.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override IAsyncResult BeginWrite(byte[] buffer, int offset, int count, AsyncCallback? callback, object? state)
    {
        ValidateBufferArguments(buffer, offset, count);
        return RefuseWrite(CancellationToken.None);
    }

    // The order of FileStream's checks.
    private Task RefuseWrite(CancellationToken cancellation)
    {
        if (cancellation.IsCancellationRequested)
        {
            return Task.FromCanceled(cancellation);
        }

        ThrowIfDisposed();
        throw ReadsOnly();
    }

    private async Task CopyRestAsync(Call call, Stream destination, CancellationToken cancellationToken)
    {
        using (call)
        {
            int step;
            do
            {
                await destination.WriteAsync(DataMemory, cancellationToken).ConfigureAwait(false);
                DropAllData();
                if (!_fromCache || !TryCached(default, filled: 0, out step))
                {
                    step = Use(await _ahead.TakeAsync(cancellationToken).ConfigureAwait(false));
                }
            }
            while (step != 0);
        }
    }

    private unsafe ReadOnlySpan<byte> Data => new((byte*)_data + _used, _length - _used);

    private ReadOnlyMemory<byte> DataMemory => _length == 0 ? default
        : _fromCache || _block.IsEnd ? _cached!.Memory.Slice(_used, _length - _used)
        : _block.OwnMemory.Slice(_used, _length - _used);

    private void DropAllData()
    {
        _used = _length;
        DropData();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> ReadRestAsync(
        Call call, Memory<byte> buffer, int filled, CancellationToken cancellation)
    {
        using (call)
        {
            try
            {
                while (filled < buffer.Length)
                {
                    if (!_fromCache || !TryCached(buffer.Span[filled..], filled, out int step))
                    {
                        DropData();
                        step = Use(await _ahead.TakeAsync(cancellation).ConfigureAwait(false));
                    }

                    if (step == 0)
                    {
                        break;
                    }

                    filled += step > 0 ? step : TakeFromData(buffer.Span[filled..]);
                }
            }
            catch (Exception failure) when (filled > 0 && failure is IOException or OperationCanceledException or InvalidOperationException)
            {
                // The bytes read so far belong to the caller; the next call reports the error.
            }

            return filled;
        }
    }
}
