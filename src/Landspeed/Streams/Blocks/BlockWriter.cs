using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams.Sequential;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Blocks;

/// <summary>
/// Writes a file in order from the blocks that the engine writes out: callers that ask for memory and fill it
/// (<see cref="IBufferWriter{T}"/>: Utf8JsonWriter, encoders, serializers) pay for no copy.
/// </summary>
/// <remarks>
/// One caller at a time; not checked, so that small pieces stay cheap. Errors come as in <see cref="SequentialWriteStream"/>:
/// late, and the first one is final. Nothing is durable before <see cref="FlushToDisk"/>. Cost: a thread and an engine,
/// made once 8 MiB were written; no allocation per piece, except for one that is larger than what is left of a block,
/// which goes through a borrowed array.
/// </remarks>
public sealed class BlockWriter : IBufferWriter<byte>, IDisposable, IAsyncDisposable
{
    private readonly WriteBehind _behind;
    private byte[]? _borrowed;
    private int _lent;

    private BlockWriter(StorageFile file, SequentialFileOptions options, long position)
    {
        _behind = new WriteBehind(file, options, position);
        _behind.Keep();
    }

    /// <summary>Writes out and closes a writer that was forgotten, in the thread pool; an error is then lost.</summary>
    ~BlockWriter() => Forgotten.Dispose(_behind);

    /// <summary>Offset of the next byte.</summary>
    public long Position => _behind.Position;

    /// <summary>Bytes in the file when everything so far is written; no system call.</summary>
    public long Length => _behind.Length;

    /// <summary>The full name under which the file was opened.</summary>
    public string Name => _behind.File.FullName;

    /// <summary>The mode that writes have.</summary>
    public IoMode EffectiveMode => _behind.File.EffectiveMode;

    /// <summary>Why the mode is not the one asked for, or what of it is not proven; null when neither.</summary>
    public string? ModeReason => _behind.File.ModeReason;

    /// <summary>The engine of the writes; null before the first one.</summary>
    public EngineDescription? Engine => _behind.Engine;

    /// <summary>Whether <see cref="GetSpan"/> would not wait for a block.</summary>
    internal bool HasRoom => _behind.HasRoom();

    /// <summary>Creates a file, or cuts an existing one to nothing.</summary>
    /// <param name="path">Its name; symbolic links are followed.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The writer, owned by the caller, at offset 0.</returns>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write it, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">The system refused otherwise, or refused the required mode.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public static BlockWriter Create(string path, SequentialFileOptions? options = null) =>
        Create(FilePath.FromText(path), options);

    /// <inheritdoc cref="Create(string, SequentialFileOptions?)"/>
    public static BlockWriter Create(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new BlockWriter(FileOpening.ForCreating(path, options), options, position: 0);
    }

    /// <summary>Creates a file; there must be none of that name.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The writer, owned by the caller, at offset 0.</returns>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write there.</exception>
    /// <exception cref="NativeIOException">
    /// There is something of that name, a symbolic link too (EEXIST); the system refused otherwise, or refused the
    /// required mode, and nothing was created.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <remarks>Of several that call it at once for one name, one gets the file.</remarks>
    public static BlockWriter CreateNew(string path, SequentialFileOptions? options = null) =>
        CreateNew(FilePath.FromText(path), options);

    /// <inheritdoc cref="CreateNew(string, SequentialFileOptions?)"/>
    public static BlockWriter CreateNew(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new BlockWriter(FileOpening.ForCreatingNew(path, options), options, position: 0);
    }

    /// <summary>Opens a file, or creates a missing one, to be written over from its start; its length stays.</summary>
    /// <param name="path">Its name; symbolic links are followed.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The writer, owned by the caller, at offset 0.</returns>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write it, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">The system refused otherwise, or refused the required mode.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public static BlockWriter OpenWrite(string path, SequentialFileOptions? options = null) =>
        OpenWrite(FilePath.FromText(path), options);

    /// <inheritdoc cref="OpenWrite(string, SequentialFileOptions?)"/>
    public static BlockWriter OpenWrite(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new BlockWriter(FileOpening.ForWriting(path, options), options, position: 0);
    }

    /// <summary>Opens a file, or creates a missing one, to be written on from its end.</summary>
    /// <param name="path">Its name; symbolic links are followed.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The writer, owned by the caller, at the end of the file.</returns>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write it, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">The system refused otherwise, or refused the required mode.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public static BlockWriter Append(string path, SequentialFileOptions? options = null) =>
        Append(FilePath.FromText(path), options);

    /// <inheritdoc cref="Append(string, SequentialFileOptions?)"/>
    public static BlockWriter Append(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        StorageFile file = FileOpening.ForWriting(path, options);
        return new BlockWriter(file, options, file.Length);
    }

    /// <summary>Memory for the next bytes; waits for a free block.</summary>
    /// <param name="sizeHint">Bytes wanted at least, 0 for any; as many as fit into an array.</param>
    /// <returns>
    /// At least that many bytes, at least 1; valid until the next call, which <see cref="Advance"/> should be. A writer that
    /// is forgotten before that call leaves them mapped until the process ends.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative.</exception>
    /// <exception cref="NativeIOException">A write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        GiveBack();
        Memory<byte> room = _behind.RoomMemory();
        if (room.Length < sizeHint)
        {
            room = Borrow(sizeHint);
        }

        Lend(room.Length);
        return room;
    }

    /// <inheritdoc cref="GetMemory"/>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        GiveBack();
        Span<byte> room = _behind.Room();
        if (room.Length < sizeHint)
        {
            room = Borrow(sizeHint);
        }

        Lend(room.Length);
        return room;
    }

    /// <summary>Counts the bytes that were put into the memory lent last.</summary>
    /// <param name="count">Bytes, 0 up to the length of that memory.</param>
    /// <exception cref="ArgumentOutOfRangeException">It is negative, or more than was lent; nothing changed.</exception>
    /// <exception cref="NativeIOException">A write failed.</exception>
    public void Advance(int count) => CountWritten(count, mayBlock: true);

    /// <summary>As <see cref="Advance(int)"/>; of a borrowed array it holds the thread all the same.</summary>
    internal void CountWritten(int count, bool mayBlock)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, _lent);
        Lend(0);
        if (_borrowed is { } borrowed)
        {
            _borrowed = null;
            _behind.Write(borrowed.AsSpan(0, count));
            ArrayPool<byte>.Shared.Return(borrowed);
        }
        else if (count > 0)
        {
            _behind.Advance(count, mayBlock);
        }

        GC.KeepAlive(this);
    }

    /// <summary>Writes bytes, with one copy; waits for free blocks.</summary>
    /// <param name="bytes">Any number of them; may be used again at once.</param>
    /// <exception cref="NativeIOException">A write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Write(ReadOnlySpan<byte> bytes)
    {
        EndLending();
        _behind.Write(bytes);
        GC.KeepAlive(this);
    }

    /// <summary>Writes everything and gives the file its length; it is not durable.</summary>
    /// <exception cref="NativeIOException">A write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Flush()
    {
        EndLending();
        _behind.Flush();
        GC.KeepAlive(this);
    }

    /// <summary>As <see cref="Flush"/>, without holding a thread.</summary>
    /// <param name="cancellationToken">Ends the wait; the writes go on.</param>
    /// <returns>Completes when the system has everything and the file its length.</returns>
    /// <exception cref="NativeIOException">A write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public ValueTask FlushAsync(CancellationToken cancellationToken = default)
    {
        EndLending();
        ValueTask flushed = _behind.FlushAsync(cancellationToken);
        return flushed.IsCompletedSuccessfully ? flushed : KeepDuring(flushed);
    }

    /// <summary>Waits until everything so far is durable. A failed flush is final: the file must be written anew.</summary>
    /// <param name="scope">What to make durable.</param>
    /// <exception cref="NativeIOException">A write or the flush failed, now or earlier.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void FlushToDisk(FlushScope scope = FlushScope.Data)
    {
        Flush();
        _behind.MakeDurable(scope);
        GC.KeepAlive(this);
    }

    /// <summary>As <see cref="FlushToDisk"/>; the flush itself holds a thread of the pool.</summary>
    /// <param name="scope">What to make durable.</param>
    /// <param name="cancellationToken">Ends the wait before the flush has begun.</param>
    /// <returns>Completes when everything so far is durable; the writer is not to be used before.</returns>
    /// <exception cref="OperationCanceledException">Cancelled; what was written stays written.</exception>
    /// <exception cref="NativeIOException">A write or the flush failed, now or earlier.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public async Task FlushToDiskAsync(
        FlushScope scope = FlushScope.Data, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        EndLending();
        await _behind.FlushAsync(cancellationToken).ConfigureAwait(false);
        await Task.Run(() => _behind.MakeDurable(scope), cancellationToken).ConfigureAwait(false);
        GC.KeepAlive(this);
    }

    /// <summary>The same file as a pipe, for what writes to System.IO.Pipelines: its memory is the blocks, without a copy.</summary>
    /// <returns>
    /// The pipe. It owns this writer, which is not written otherwise from then on: completing the pipe writes everything
    /// out and closes the file.
    /// </returns>
    /// <remarks>
    /// <para>The pipe's FlushAsync is back-pressure: it waits for a free block and forces no short write. It makes nothing
    /// visible or durable: <see cref="Flush"/> and completing make the bytes visible, <see cref="FlushToDisk"/> makes them
    /// durable, each here on the writer, also while the pipe is open. GetMemory and GetSpan hold the thread while no
    /// block is free: flush before them.</para>
    /// <para>Completing with an exception leaves out what came after the last FlushAsync. Errors are those of the writer,
    /// thrown by whichever call is next. One call at a time; CancelPendingFlush may come from any thread.</para>
    /// </remarks>
    public PipeWriter AsPipeWriter() => new BlockPipeWriter(this);

    /// <summary>Writes what is left, waits for it and closes the file.</summary>
    /// <exception cref="NativeIOException">A write failed and no call has reported it yet; the file is closed all the same.</exception>
    public void Dispose()
    {
        GC.SuppressFinalize(this);
        EndLending();
        _behind.Dispose();
    }

    /// <summary>As <see cref="Dispose"/>, waiting in the thread pool.</summary>
    /// <returns>Completes when the file is closed.</returns>
    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        if (_behind.IsBusy)
        {
            await Task.Run(Dispose).ConfigureAwait(false);
        }

        Dispose();
    }

    /// <summary>Waits until <see cref="GetSpan"/> would not wait.</summary>
    internal ValueTask WaitForRoomAsync(CancellationToken cancellation) => _behind.WaitForRoomAsync(cancellation);

    /// <summary>Copies bytes as long as a block is free; lent memory is released.</summary>
    /// <returns>Bytes that were copied.</returns>
    internal int WriteWithoutWaiting(ReadOnlySpan<byte> bytes)
    {
        EndLending();
        int written = _behind.WriteWithoutWaiting(bytes);
        GC.KeepAlive(this);
        return written;
    }

    /// <summary>Removes the last bytes again; they will not be in the file.</summary>
    internal void TakeBack(long count)
    {
        EndLending();
        _behind.SetLength(_behind.Position - count);
        GC.KeepAlive(this);
    }

    // A writer that nobody holds but who waits for its flush is not forgotten yet.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask KeepDuring(ValueTask flushed)
    {
        await flushed.ConfigureAwait(false);
        GC.KeepAlive(this);
    }

    private void Lend(int length)
    {
        _lent = length;
        _behind.IsLent = length > 0 && _borrowed is null;
    }

    private byte[] Borrow(int length) => _borrowed = ArrayPool<byte>.Shared.Rent(length);

    // Every call but Advance: a flush writes over what lies behind the end of the block, and a write goes there.
    private void EndLending()
    {
        Lend(0);
        GiveBack();
    }

    private void GiveBack()
    {
        if (_borrowed is { } borrowed)
        {
            _borrowed = null;
            ArrayPool<byte>.Shared.Return(borrowed);
        }
    }
}
