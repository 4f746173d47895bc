using System.Runtime.CompilerServices;
using Landspeed.Streams.Blocks;

namespace Landspeed.Streams.Sequential;

/// <content>Asynchronous calls complete at once while the bytes are there, and allocate nothing then.</content>
public sealed partial class SequentialReadStream
{
    private Task<int>? _lastRead;

    /// <inheritdoc/>
    /// <exception cref="Landspeed.Platform.NativeIOException">The read failed; the position stays.</exception>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled<int>(cancellationToken);
        }

        Enter();
        bool pending = false;
        int filled = 0;
        try
        {
            filled = TakeFromData(buffer.Span);
            while (filled < buffer.Length)
            {
                if (_fromCache && TryCached(buffer.Span[filled..], out int step))
                {
                    if (step == 0)
                    {
                        break;
                    }

                    filled += step > 0 ? step : TakeFromData(buffer.Span[filled..]);
                    continue;
                }

                DropData();
                ValueTask<ReadBlock> taken = _ahead.TakeAsync(cancellationToken);
                if (!taken.IsCompletedSuccessfully)
                {
                    pending = true;
                    return FinishReadAsync(taken, buffer, filled, cancellationToken);
                }

                if (Use(taken.Result) == 0)
                {
                    break;
                }

                filled += TakeFromData(buffer.Span[filled..]);
            }

            return new ValueTask<int>(filled);
        }
        catch (Exception failure) when (failure is IOException or InvalidOperationException)
        {
            return filled > 0 ? new ValueTask<int>(filled) : ValueTask.FromException<int>(failure);
        }
        finally
        {
            if (!pending)
            {
                Leave();
            }
        }
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

        // Equal counts follow each other: one task serves them all.
        int result = read.Result;
        return _lastRead is { } last && last.Result == result ? last : _lastRead = Task.FromResult(result);
    }

    /// <inheritdoc/>
    public override IAsyncResult BeginRead(byte[] buffer, int offset, int count, AsyncCallback? callback, object? state) =>
        TaskToAsyncResult.Begin(ReadAsync(buffer, offset, count, CancellationToken.None), callback, state);

    /// <inheritdoc/>
    public override int EndRead(IAsyncResult asyncResult) => TaskToAsyncResult.End<int>(asyncResult);

    /// <inheritdoc/>
    /// <remarks>The blocks are handed on as they are: no copy in between. The buffer size is checked and not used.</remarks>
    public override void CopyTo(Stream destination, int bufferSize)
    {
        ValidateCopyToArguments(destination, bufferSize);
        Enter();
        try
        {
            do
            {
                destination.Write(Data);
                DropAllData();
            }
            while (NextData(default, filled: 0) != 0);
        }
        finally
        {
            Leave();
        }
    }

    /// <inheritdoc/>
    /// <remarks>The blocks are handed on as they are: no copy in between. The buffer size is checked and not used.</remarks>
    public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        ValidateCopyToArguments(destination, bufferSize);
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled(cancellationToken);
        }

        Enter();
        return CopyRestAsync(destination, cancellationToken);
    }

    private async Task CopyRestAsync(Stream destination, CancellationToken cancellationToken)
    {
        try
        {
            while (true)
            {
                await destination.WriteAsync(DataMemory, cancellationToken).ConfigureAwait(false);
                DropAllData();
                if (_fromCache && TryCached(default, out int step))
                {
                    if (step == 0)
                    {
                        return;
                    }

                    continue;
                }

                DropData();
                if (Use(await _ahead.TakeAsync(cancellationToken).ConfigureAwait(false)) == 0)
                {
                    return;
                }
            }
        }
        finally
        {
            Leave();
        }
    }

    private unsafe ReadOnlySpan<byte> Data => new((byte*)_data + _used, _length - _used);

    private ReadOnlyMemory<byte> DataMemory => _length == 0 ? default
        : _fromCache || _block.IsEnd ? _cached!.Memory.Slice(_used, _length - _used)
        : _block.Memory.Slice(_used, _length - _used);

    private void DropAllData()
    {
        _used = _length;
        DropData();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> FinishReadAsync(
        ValueTask<ReadBlock> taken, Memory<byte> buffer, int filled, CancellationToken cancellation)
    {
        try
        {
            while (true)
            {
                if (Use(await taken.ConfigureAwait(false)) == 0)
                {
                    return filled;
                }

                filled += TakeFromData(buffer.Span[filled..]);
                if (filled == buffer.Length)
                {
                    return filled;
                }

                DropData();
                taken = _ahead.TakeAsync(cancellation);
            }
        }
        catch (Exception failure) when (filled > 0 && failure is (IOException or OperationCanceledException))
        {
            // What was read so far is the caller's; the next call meets the error.
            return filled;
        }
        finally
        {
            Leave();
        }
    }
}
