using Landspeed.Files;
using Landspeed.Streams.Blocks;
using Landspeed.Streams.Sequential;
using Landspeed.Streams.Threading;

namespace Landspeed;

/// <summary>
/// A file that is read from one end to the other, with <see cref="SequentialFileOptions.QueueDepth"/> requests in
/// flight ahead of the reader. Opened by <see cref="SequentialFile.OpenRead(string, SequentialFileOptions?)"/>.
/// </summary>
/// <remarks>
/// <para>Behaves like a FileStream open for reading. A read fills the buffer unless the file ends or fails. One call at
/// a time; an overlapping call is refused. After an error the position is unchanged, and the next call reads there
/// again. A file that grows during reading is followed.</para>
/// <para>Cost: one copy into the caller's buffer and no allocation per read; a thread and an engine, created by the
/// first read. A file that is read from the page cache is copied directly from there while its pages are
/// present.</para>
/// </remarks>
public sealed partial class SequentialReadStream : Stream
{
    private readonly ReadAhead _ahead;
    private readonly CachedReads? _cached;
    // ReadByte takes this many bytes at a time: 4,096, small compared with a block and large compared with a call.
    private const int BytesAhead = 4096;

    private ReadBlock _block;

    // ReadByte counts separately, without a lock, and never beyond the bytes it has. The next call takes its count
    // over, so simultaneous calls may return a byte twice but never move the position past the end. No other call takes
    // bytes for it.
    private byte[] _bytes = [];
    private int _bytesStart;
    private int _bytesHeld;
    private int _bytesCount;
    private int _bytesNext;
    private nint _data;
    private int _used;
    private int _length;
    private long _dataOffset;
    private bool _fromCache;
    private bool _disposed;
    private int _busy;

    internal SequentialReadStream(StorageFile file, SequentialFileOptions options)
    {
        _ahead = new ReadAhead(file, options);
        if (CachedReads.Suit(file, options))
        {
            _cached = new CachedReads(file, options);
            _fromCache = true;
        }

        _ahead.Keep();
    }

    /// <summary>Closes a stream that was not disposed, on the thread pool.</summary>
    ~SequentialReadStream() => Forgotten.Dispose(_ahead);

    /// <summary>The full name under which the file was opened.</summary>
    public string Name => _ahead.File.FullName;

    /// <summary>The mode of the reads.</summary>
    public IoMode EffectiveMode => _ahead.File.EffectiveMode;

    /// <summary>Why the mode differs from the requested one, or which part of it is unproven; otherwise null.</summary>
    public string? ModeReason => _ahead.File.ModeReason;

    /// <summary>The engine of the reads, or null while none has been needed.</summary>
    public EngineDescription? Engine => _ahead.Engine;

    /// <summary>True until disposed.</summary>
    public override bool CanRead => !_disposed;

    /// <summary>True until disposed.</summary>
    public override bool CanSeek => !_disposed;

    /// <summary>Always false.</summary>
    public override bool CanWrite => false;

    /// <summary>Current length of the file in bytes. One system call.</summary>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override long Length
    {
        get
        {
            ThrowIfDisposed();
            return _ahead.File.Length;
        }
    }

    /// <summary>
    /// Offset of the next byte; may be set past the end. Data already read ahead is kept if it is still useful.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override long Position
    {
        get
        {
            ThrowIfDisposed();
            return _dataOffset + UsedWithBytes;
        }

        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            using Call call = Enter();
            MoveTo(value);
        }
    }

    /// <inheritdoc/>
    /// <exception cref="IOException">The target is before the file.</exception>
    public override long Seek(long offset, SeekOrigin origin)
    {
        SeekTarget.CheckOrigin(origin);
        using Call call = Enter();
        MoveTo(SeekTarget.Of(offset, origin, _dataOffset + _used, origin == SeekOrigin.End ? _ahead.File.Length : 0));
        return _dataOffset + _used;
    }

    /// <inheritdoc/>
    /// <exception cref="NativeIOException">The read failed; the position is unchanged.</exception>
    public override int Read(Span<byte> buffer)
    {
        using Call call = Enter();
        int filled = TakeFromData(buffer);
        while (filled < buffer.Length && NextData(buffer[filled..], filled) is var step and not 0)
        {
            filled += step > 0 ? step : TakeFromData(buffer[filled..]);
        }

        return filled;
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        return Read(buffer.AsSpan(offset, count));
    }

    /// <inheritdoc/>
    /// <exception cref="NativeIOException">The read failed; the position is unchanged.</exception>
    public override int ReadByte()
    {
        // The common case avoids an interlocked operation; it uses an array, so that even a stream that another thread
        // is disposing reads no unmapped memory.
        int next = _bytesNext;
        byte[] bytes = _bytes;
        if (next < _bytesCount && next < bytes.Length && Volatile.Read(ref _busy) == 0)
        {
            byte value = bytes[next];
            _bytesNext = next + 1;
            return value;
        }

        return ReadByteAndMore();
    }

    /// <summary>Does nothing.</summary>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override void Flush() => ThrowIfDisposed();

    /// <summary>Does nothing.</summary>
    /// <param name="cancellationToken">If cancelled, the returned task is cancelled.</param>
    /// <returns>A completed task.</returns>
    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled(cancellationToken);
        }

        ThrowIfDisposed();
        return Task.CompletedTask;
    }

    /// <summary>Not supported: the stream is read-only.</summary>
    /// <param name="value">0 or more; not used.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <exception cref="NotSupportedException">The value is not negative.</exception>
    /// <exception cref="ObjectDisposedException">The stream is disposed.</exception>
    public override void SetLength(long value)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(value);
        ThrowIfDisposed();
        throw ReadsOnly();
    }

    /// <summary>Not supported: the stream is read-only.</summary>
    /// <param name="buffer">Ignored.</param>
    /// <param name="offset">Ignored.</param>
    /// <param name="count">Ignored.</param>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override void Write(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        ThrowIfDisposed();
        throw ReadsOnly();
    }

    /// <summary>Waits for requests in flight and closes the file.</summary>
    /// <returns>Completes when the file is closed.</returns>
    public override async ValueTask DisposeAsync()
    {
        if (_ahead.IsBusy)
        {
            await Task.Run(Dispose).ConfigureAwait(false);
        }

        await base.DisposeAsync().ConfigureAwait(false);
        GC.SuppressFinalize(this);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing && !_disposed)
        {
            // A call that should have been awaited may still be copying from the block: then the block is released when
            // that call ends.
            _disposed = true;
            if (Interlocked.Exchange(ref _busy, 1) == 0)
            {
                LetGo();
            }

            _ahead.Dispose();
        }

        base.Dispose(disposing);
    }

    private static NotSupportedException ReadsOnly() => new("the stream reads and does not write");

    private void LetGo()
    {
        DropData();
        _cached?.Dispose();
    }

    private int ReadByteAndMore()
    {
        using Call call = Enter();
        if (_used == _length && !Advance())
        {
            return -1;
        }

        if (_bytes.Length == 0)
        {
            _bytes = new byte[BytesAhead];
        }

        (_bytesStart, _bytesHeld) = (_used, Math.Min(BytesAhead, _length - _used));
        Data[.._bytesHeld].CopyTo(_bytes);
        _used++;
        return _bytes[0];
    }

    private bool Advance()
    {
        int step;
        do
        {
            step = NextData(default, filled: 0);
        }
        while (step < 0 && _used == _length);
        return step < 0;
    }

    private unsafe int TakeFromData(Span<byte> buffer)
    {
        int count = Math.Min(buffer.Length, _length - _used);
        new ReadOnlySpan<byte>((byte*)_data + _used, count).CopyTo(buffer);
        _used += count;
        return count;
    }

    // Above 0: bytes that went straight into the buffer. 0: the end. Below 0: new data is available.
    private int NextData(Span<byte> buffer, int filled)
    {
        if (_fromCache && TryCached(buffer, filled, out int step))
        {
            return step;
        }

        DropData();
        try
        {
            return Use(_ahead.Take());
        }
        catch (IOException) when (filled > 0)
        {
            // The bytes read so far belong to the caller; the next call reports the error.
            return 0;
        }
    }

    private int Use(in ReadBlock block)
    {
        if (block.IsEnd)
        {
            return 0;
        }

        _block = block;
        SetData(block.Address, block.Length, block.Offset);
        return -1;
    }

    private bool TryCached(Span<byte> buffer, int filled, out int step)
    {
        long position = _dataOffset + _used;
        step = 0;
        if (filled > 0 && _cached!.IsEnd(position))
        {
            return true;
        }

        bool isLong = _cached!.IsLong(buffer.Length, position);
        int count = isLong ? _cached.Read(buffer, position) : _cached.Fill(position);
        step = count;
        if (count < 0)
        {
            // Not in the cache: from here on the file is read ahead.
            _fromCache = false;
            _ahead.Seek(position);
            return false;
        }

        if (count > 0 && !isLong)
        {
            SetData(_cached.Address, count, position);
            step = -1;
            return true;
        }

        SetData(0, 0, position + count);
        return true;
    }

    private void DropData()
    {
        SetData(0, 0, _dataOffset + _used);
        _block.Dispose();
        _block = default;
    }

    private void SetData(nint address, int length, long offset) =>
        (_data, _used, _length, _dataOffset, _bytesHeld, _bytesCount) = (address, 0, length, offset, 0, 0);

    private void MoveTo(long position)
    {
        if (position >= _dataOffset && position <= _dataOffset + _length)
        {
            _used = (int)(position - _dataOffset);
            return;
        }

        DropData();
        _dataOffset = position;
        if (!_fromCache)
        {
            _ahead.Seek(position);
        }
    }

    private Call Enter()
    {
        ThrowIfDisposed();
        if (Interlocked.Exchange(ref _busy, 1) != 0)
        {
            ThrowIfDisposed();
            throw new InvalidOperationException("another call of this stream runs: await it before the next one");
        }

        _used = UsedWithBytes;
        _bytesCount = 0;
        return new Call(this);
    }

    private void Leave()
    {
        OfferBytes();
        Interlocked.Exchange(ref _busy, 0);
        if (_disposed && Interlocked.Exchange(ref _busy, 1) == 0)
        {
            LetGo();
        }
    }

    private int UsedWithBytes => _bytesCount > 0 ? _bytesStart + Math.Min(_bytesNext, _bytesCount) : _used;

    private void OfferBytes()
    {
        int next = _used - _bytesStart;
        if (next >= 0 && next < _bytesHeld)
        {
            (_bytesNext, _bytesCount) = (next, _bytesHeld);
        }
    }

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_disposed, this);

    // One call at a time: from Enter until it is disposed.
    private readonly struct Call(SequentialReadStream stream) : IDisposable
    {
        public void Dispose() => stream.Leave();
    }
}
