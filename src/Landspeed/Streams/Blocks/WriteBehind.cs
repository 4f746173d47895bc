using System.Runtime.CompilerServices;
using Landspeed.Engine;
using Landspeed.Files;

namespace Landspeed.Streams.Blocks;

/// <summary>
/// Writes a file in order, a number of blocks behind its one writer. The writer fills blocks in place; full ones go to
/// the engine. In direct mode the parts of sectors that the writer does not touch are preserved, and the length is cut
/// to the byte when the writer flushes or closes.
/// </summary>
/// <remarks>
/// One writer at a time. The first failed write is final: nothing is written after it and every later call reports it;
/// before the first report, appended data is cut to its intact part.
/// </remarks>
internal sealed partial class WriteBehind : BlockTransfers<WriteSlot>
{
    private readonly bool _isNew;
    private WriteSpace _space;

    // Everything before it existed or was written successfully: a failure never cuts the file further.
    private long _keptLength;

    // The writer's last seek target: if past the end, the gap exists only once something was written beyond.
    private long _runStart;
    private WriteSlot? _current;
    private NativeError _error;
    private long _failedOffset = long.MaxValue;
    private long _failedLength;
    private bool _failureWasSeen;
    private bool _cutWasTried;
    private NativeError _cutError;
    private bool _nameIsDurable;

    private Func<bool>? _tryBegin;
    private Func<bool>? _isWritten;

    // Part of the current block is in flight after a cancelled flush: nothing may be added to it.
    private bool _currentIsInFlight;
    private bool _closing;
    private bool _disposed;

    /// <summary>Takes over an open file without writing yet.</summary>
    internal WriteBehind(StorageFile file, SequentialFileOptions options, long position)
        : base(file, options)
    {
        Length = _keptLength = file.Length;
        _isNew = Length == 0;
        Position = position;
        _space = new WriteSpace(file, options, Length);
    }

    /// <summary>Offset of the next byte.</summary>
    internal long Position { get; private set; }

    /// <summary>Length of the file once everything is written.</summary>
    internal long Length { get; private set; }

    /// <summary>
    /// True if the memory of <see cref="Room"/> may still be in use: it then stays mapped for good after disposal,
    /// which happens only to a forgotten writer.
    /// </summary>
    internal bool IsLent { get; set; }

    /// <summary>True if disposal has something to write or to wait for.</summary>
    internal bool IsBusy
    {
        get
        {
            lock (Gate)
            {
                return _current is not null || InFlight > 0;
            }
        }
    }

    /// <summary>Returns memory for the next bytes, 1 byte or more; waits for a free block.</summary>
    /// <exception cref="NativeIOException">A write failed, now or earlier.</exception>
    internal unsafe Span<byte> Room()
    {
        if (_current is null || _error.IsError || Volatile.Read(ref _currentIsInFlight))
        {
            lock (Gate)
            {
                while (!TryBegin())
                {
                    Wait();
                }
            }
        }

        return new Span<byte>((byte*)_current!.Address + _current.End, _current.Capacity - _current.End);
    }

    /// <summary>Returns the same room as memory.</summary>
    internal Memory<byte> RoomMemory()
    {
        Room();
        return _current!.Memory.Slice(_current.End, _current.Capacity - _current.End);
    }

    /// <summary>Copies bytes into blocks; waits for free ones.</summary>
    internal void Write(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            bytes = bytes[WritePart(bytes, mayBlock: true)..];
        }
    }

    /// <summary>Copies bytes into blocks as long as one is free.</summary>
    /// <returns>Bytes copied.</returns>
    internal int WriteWithoutWaiting(ReadOnlySpan<byte> bytes)
    {
        int written = 0;
        while (written < bytes.Length && HasRoom())
        {
            written += WritePart(bytes[written..], mayBlock: false);
        }

        return written;
    }

    /// <summary>True if <see cref="Room"/> would not wait.</summary>
    internal bool HasRoom()
    {
        if (_current is not null && !Volatile.Read(ref _currentIsInFlight))
        {
            return true;
        }

        lock (Gate)
        {
            return TryBegin();
        }
    }

    /// <summary>Waits until <see cref="Room"/> would not wait.</summary>
    internal ValueTask WaitForRoomAsync(CancellationToken cancellation) => WaitUntilAsync(_tryBegin ??= TryBegin, cancellation);

    private int WritePart(ReadOnlySpan<byte> bytes, bool mayBlock)
    {
        Span<byte> room = Room();
        int count = Math.Min(room.Length, bytes.Length);
        BlockCopy.Copy(bytes[..count], room);
        Advance(count, mayBlock);
        return count;
    }

    /// <summary>Counts bytes that were put into <see cref="Room"/>; writes a full block.</summary>
    /// <param name="count">Bytes.</param>
    /// <param name="mayBlock">True if a block without an engine may be written on the calling thread.</param>
    /// <exception cref="InvalidOperationException">
    /// There is no room for them because calls overlap. Nothing was counted.
    /// </exception>
    internal void Advance(int count, bool mayBlock)
    {
        WriteSlot? current = _current;
        int end = (current?.End ?? 0) + count;
        if (current is null || end > current.Capacity)
        {
            throw new InvalidOperationException("another call of this writer runs: one at a time");
        }

        // Never past the block, even if calls overlap undetected: what follows it is not ours.
        current.End = end;
        Position += count;
        Length = Math.Max(Length, Position);
        if (current.End == current.Capacity)
        {
            lock (Gate)
            {
                MayBlock = mayBlock;
                _current = null;
                Write(current);
            }
        }
    }

    /// <summary>Waits until everything is written; the file then has its true length.</summary>
    internal void Flush()
    {
        lock (Gate)
        {
            WriteOut();
            EndFlush();
        }
    }

    /// <summary>Throws if a write or a flush failed, even if that was reported before and the file is closed.</summary>
    /// <exception cref="NativeIOException">It failed.</exception>
    internal void ThrowIfEverFailed()
    {
        ThrowError();
        if (File.IsCondemned)
        {
            throw Durability.Failure(File);
        }
    }

    /// <summary>As <see cref="Flush"/>; cancelling ends only the wait.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    internal async ValueTask FlushAsync(CancellationToken cancellation)
    {
        lock (Gate)
        {
            MayBlock = false;
            BeginFlush();
        }

        await WaitUntilAsync(_isWritten ??= () => InFlight == 0, cancellation).ConfigureAwait(false);
        lock (Gate)
        {
            EndFlush();
        }
    }

    /// <summary>Continues at another offset, after everything so far has been written.</summary>
    internal void Seek(long position)
    {
        if (position == Position)
        {
            ThrowIfDisposed();
            return;
        }

        LeaveBlock();
        Position = position;
        _runStart = position;
    }

    /// <summary>Truncates or lengthens the file; a new part reads as zeros.</summary>
    internal void SetLength(long length)
    {
        LeaveBlock();
        _space.SetLength(length);
        Length = _keptLength = length;
        Position = Math.Min(Position, length);
    }

    /// <summary>Waits until flushed data is durable, and the first time also the name of a new file.</summary>
    internal void MakeDurable(FlushScope scope)
    {
        Durability.Flush(File, scope);
        if (_isNew && !_nameIsDurable)
        {
            Durability.FlushDirectory(Directory());
            _nameIsDurable = true;
        }
    }

    /// <summary>
    /// Offers no more room: a call that waits for it or requests it ends with an ObjectDisposedException.
    /// </summary>
    internal void Close()
    {
        lock (Gate)
        {
            _closing = true;
            WakeCallers();
        }
    }

    /// <inheritdoc/>
    public override void ThrowIfMemoryGone() => ThrowIfDisposed();

    /// <summary>Writes the remaining bytes, waits, sets the file's length and closes it.</summary>
    /// <exception cref="NativeIOException">
    /// A write failed and no call has reported it yet; the file is closed nevertheless.
    /// </exception>
    public override void Dispose()
    {
        if (_disposed)
        {
            return;
        }

        try
        {
            Finish();
        }
        finally
        {
            _disposed = true;
            _current = null;
            EndEngine();
            _edge?.Dispose();
            File.Dispose();
            if (!IsLent)
            {
                FreeMemory();
                _firstMemory?.Dispose();
                EndKeeping();
            }
        }
    }

    // A failure that a call has reported is not reported again; a new one is.
    private void Finish()
    {
        bool wasSeen = _failureWasSeen;
        try
        {
            Flush();
        }
        catch (NativeIOException) when (wasSeen)
        {
        }
        finally
        {
            if (_error.IsError && !_cutWasTried)
            {
                EndEngine();
                _space.Cut(WholeLength);
            }
        }
    }

    // The directory of the file's name, not that of a symbolic link to it, and not relative to a working directory that
    // has changed since the file was opened. The system knows it; names that .NET cannot represent, because they are
    // not UTF-8, are used as given.
    private FilePath Directory()
    {
        return NativePlatform.Trees.NameOf(File.Handle)?.Parent is { } directory
            && NativePlatform.Files.StatusOf(directory, out _).Succeeded
            ? directory
            : File.Path.Parent;
    }

    /// <inheritdoc/>
    protected override bool Settle(WriteSlot slot)
    {
        if (slot.State != TransferState.Done)
        {
            NoteFailure(slot, slot.Error);
        }

        if (slot == _current)
        {
            Volatile.Write(ref _currentIsInFlight, false);
        }
        else
        {
            MakeFree(slot);
        }

        return true;
    }

    private void WriteOut()
    {
        MayBlock = true;
        BeginFlush();
        WaitForAll();
        ThrowIfFailed();
    }

    private void LeaveBlock()
    {
        lock (Gate)
        {
            WriteOut();
            _keptLength = Length;
            if (_current is { } current)
            {
                _current = null;
                MakeFree(current);
            }
        }
    }

    // Once there are full-size blocks, the small one is not used again.
    private void MakeFree(WriteSlot slot)
    {
        if (slot.Address != _firstAddress || !HasEngine)
        {
            Free.Push(slot);
        }
    }

    // After a failure nothing is added; what failed first is known when nothing is in flight any more.
    private void BeginFlush()
    {
        ThrowIfDisposed();
        if (!_error.IsError && _current is { } current && current.Unwritten < current.End)
        {
            _currentIsInFlight = true;
            Write(current);
        }
    }

    private void EndFlush()
    {
        ThrowIfFailed();
        _space.Cut(Length);
        _keptLength = Length;
    }

    private void NoteFailure(WriteSlot slot, NativeError error)
    {
        if (slot.WriteOffset < _failedOffset)
        {
            _error = error;
            _failedOffset = slot.WriteOffset;
            _failedLength = slot.WriteLength;
        }
    }

    // Only when nothing is in flight: a write further ahead may fail later.
    private void ThrowIfFailed()
    {
        ThrowIfDisposed();
        ThrowError();
    }

    private void ThrowError()
    {
        if (_error.IsError)
        {
            _failureWasSeen = true;
            CutToWhole();
            throw new NativeIOException("write", File.Path, _error, _failedOffset, _failedLength, Hint());
        }
    }

    // Parts after a failed one may have been written: the gap between would be invented.
    private long WholeLength =>
        Math.Min(Length, _failedOffset > _runStart ? Math.Max(_keptLength, _failedOffset) : _keptLength);

    // Now rather than when the file is closed: one error reports both what failed and what the file holds.
    private void CutToWhole()
    {
        if (_cutWasTried)
        {
            return;
        }

        _cutWasTried = true;
        try
        {
            _space.Cut(WholeLength);
        }
        catch (NativeIOException refused)
        {
            _cutError = refused.Error;
        }
    }

    private string? Hint()
    {
        bool isFull = _error.Kind is NativeErrorKind.NoSpace or NativeErrorKind.QuotaExceeded;
        string? remedy = isFull ? "Free space and write the file again" : null;
        string? kept = _cutError.IsError
                ? $"what the file holds after this offset is not to be used, and could not be cut off: {_cutError}"
            : isFull && WholeLength == _failedOffset ? "nothing after this offset was kept"
            : null;
        return (remedy, kept) switch
        {
            (null, null) => null,
            (null, _) => FormattableString.Invariant($"{char.ToUpperInvariant(kept![0])}{kept[1..]}."),
            (_, null) => $"{remedy}.",
            _ => $"{remedy}; {kept}.",
        };
    }

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_disposed, typeof(WriteBehind));
}
