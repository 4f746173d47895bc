using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Landspeed.Files;
using Landspeed.Streams;
using Landspeed.Streams.Blocks;
using Landspeed.Streams.Threading;

namespace Landspeed;

/// <summary>
/// Writes a file in order from blocks that the engine writes: callers that request memory and fill it
/// (<see cref="IBufferWriter{T}"/>: Utf8JsonWriter, encoders, serializers) avoid a copy.
/// </summary>
/// <remarks>
/// For one caller at a time; this is not checked, so that small pieces stay cheap. As in
/// <see cref="SequentialWriteStream"/>, errors are reported late, and the first one is final. Nothing is durable before
/// <see cref="FlushToDisk"/>. Cost: a thread and an engine, created once 8 MiB have been written; no allocation per
/// piece, except that a piece larger than the rest of a block goes through a rented array.
/// </remarks>
/// <example>
/// <code>
/// using BlockWriter writer = BlockWriter.Create("squares.json");
/// using var json = new System.Text.Json.Utf8JsonWriter(writer);
/// System.Text.Json.JsonSerializer.Serialize(json, Enumerable.Range(1, 1_000).Select(number =&gt; number * number));
/// json.Flush();
/// writer.FlushToDisk();
/// </code>
/// </example>
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

    /// <summary>
    /// Writes out and closes a writer that was not disposed, on the thread pool; an error is then lost.
    /// </summary>
    ~BlockWriter() => Forgotten.Dispose(_behind);

    /// <summary>Offset of the next byte.</summary>
    public long Position => _behind.Position;

    /// <summary>Length of the file once everything so far is written; no system call.</summary>
    public long Length => _behind.Length;

    /// <summary>The full name under which the file was opened.</summary>
    public string Name => _behind.File.FullName;

    /// <summary>The mode of the writes.</summary>
    public IoMode EffectiveMode => _behind.File.EffectiveMode;

    /// <summary>Why the mode differs from the requested one, or which part of it is unproven; otherwise null.</summary>
    public string? ModeReason => _behind.File.ModeReason;

    /// <summary>The engine of the writes, or null before the first one.</summary>
    public EngineDescription? Engine => _behind.Engine;

    /// <summary>True if <see cref="GetSpan"/> would not wait for a block.</summary>
    internal bool HasRoom => _behind.HasRoom();

    /// <summary>Creates a file, or truncates an existing one.</summary>
    /// <param name="path">File name; symbolic links are followed.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The writer, owned by the caller, at offset 0.</returns>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write to it, or it is a directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">Another system error occurred, or the required mode was refused.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <example>
    /// <code>
    /// using BlockWriter writer = BlockWriter.Create("squares.bin", new() { PreallocationSize = 8_000 });
    /// for (long number = 0; number &lt; 1_000; number++)
    /// {
    ///     BitConverter.TryWriteBytes(writer.GetSpan(sizeof(long)), number * number);
    ///     writer.Advance(sizeof(long));
    /// }
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static BlockWriter Create(string path, SequentialFileOptions? options = null) =>
        Create(FilePath.FromText(path), options);

    /// <inheritdoc cref="Create(string, SequentialFileOptions?)"/>
    public static BlockWriter Create(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new BlockWriter(FileOpening.ForCreating(path, options), options, position: 0);
    }

    /// <summary>Creates a file; fails if the name exists.</summary>
    /// <param name="path">File name.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The writer, owned by the caller, at offset 0.</returns>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write to the directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NativeIOException">
    /// The name already exists, even as a symbolic link (EEXIST); or another system error occurred, or the required
    /// mode was refused, and nothing was created.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <remarks>If several callers race for one name, only one gets the file.</remarks>
    /// <example>
    /// <code>
    /// using BlockWriter part = BlockWriter.CreateNew("part-0001.bin"); // fails if it exists
    /// part.Write("first part"u8);
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static BlockWriter CreateNew(string path, SequentialFileOptions? options = null) =>
        CreateNew(FilePath.FromText(path), options);

    /// <inheritdoc cref="CreateNew(string, SequentialFileOptions?)"/>
    public static BlockWriter CreateNew(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new BlockWriter(FileOpening.ForCreatingNew(path, options), options, position: 0);
    }

    /// <summary>Opens a file, or creates it if missing, to overwrite it from its start; its length is kept.</summary>
    /// <param name="path">File name; symbolic links are followed.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The writer, owned by the caller, at offset 0.</returns>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write to it, or it is a directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">Another system error occurred, or the required mode was refused.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <example>
    /// <code>
    /// File.WriteAllText("header.txt", "version 1, draft");
    /// using BlockWriter writer = BlockWriter.OpenWrite("header.txt");
    /// writer.Write("version 2"u8); // the rest of the old content stays
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static BlockWriter OpenWrite(string path, SequentialFileOptions? options = null) =>
        OpenWrite(FilePath.FromText(path), options);

    /// <inheritdoc cref="OpenWrite(string, SequentialFileOptions?)"/>
    public static BlockWriter OpenWrite(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new BlockWriter(FileOpening.ForWriting(path, options), options, position: 0);
    }

    /// <summary>Opens a file, or creates it if missing, to append at its end.</summary>
    /// <param name="path">File name; symbolic links are followed.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The writer, owned by the caller, at the end of the file.</returns>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write to it, or it is a directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">Another system error occurred, or the required mode was refused.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <example>
    /// <code>
    /// using BlockWriter writer = BlockWriter.Append("metrics.log");
    /// writer.Write("requests 17\n"u8);
    /// writer.FlushToDisk();
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static BlockWriter Append(string path, SequentialFileOptions? options = null) =>
        Append(FilePath.FromText(path), options);

    /// <inheritdoc cref="Append(string, SequentialFileOptions?)"/>
    public static BlockWriter Append(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        StorageFile file = FileOpening.ForWriting(path, options);
        return new BlockWriter(file, options, file.Length);
    }

    /// <summary>Returns memory for the next bytes; waits for a free block.</summary>
    /// <param name="sizeHint">Minimum number of bytes wanted, 0 for any; at most what fits an array.</param>
    /// <returns>
    /// At least that many bytes and at least 1; valid until the next call, which should be <see cref="Advance"/>. If
    /// the writer is not disposed and that call never comes, the memory stays mapped until the process ends.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The hint is negative.</exception>
    /// <exception cref="NativeIOException">A write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <example>
    /// <code>
    /// using Stream source = new MemoryStream(new byte[100_000]); // a socket, for example
    /// await using BlockWriter writer = BlockWriter.Create("downloaded.dat");
    /// int count;
    /// while ((count = await source.ReadAsync(writer.GetMemory())) &gt; 0)
    /// {
    ///     writer.Advance(count);
    /// }
    /// </code>
    /// </example>
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
    /// <example>
    /// <code>
    /// using BlockWriter writer = BlockWriter.Create("encoded.txt");
    /// const string Text = "encoded into the block, without a buffer in between";
    /// int most = System.Text.Encoding.UTF8.GetMaxByteCount(Text.Length);
    /// writer.Advance(System.Text.Encoding.UTF8.GetBytes(Text, writer.GetSpan(most)));
    /// </code>
    /// </example>
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

    /// <summary>Counts the bytes that the caller put into the memory lent last.</summary>
    /// <param name="count">Bytes, 0 up to the length of that memory.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The count is negative, or more than was lent; nothing changed.
    /// </exception>
    /// <exception cref="NativeIOException">A write failed.</exception>
    public void Advance(int count) => CountWritten(count, mayBlock: true);

    /// <summary>As <see cref="Advance(int)"/>; for a rented array it blocks the thread in any case.</summary>
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

    /// <summary>Writes bytes with one copy; waits for free blocks.</summary>
    /// <param name="bytes">Any number of bytes; may be reused at once.</param>
    /// <exception cref="NativeIOException">A write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Write(ReadOnlySpan<byte> bytes)
    {
        EndLending();
        _behind.Write(bytes);
        GC.KeepAlive(this);
    }

    /// <summary>Writes all bytes and sets the file's length; it is not durable.</summary>
    /// <exception cref="NativeIOException">A write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Flush()
    {
        EndLending();
        _behind.Flush();
        GC.KeepAlive(this);
    }

    /// <summary>As <see cref="Flush"/>, without blocking a thread.</summary>
    /// <param name="cancellationToken">Ends the wait; the writes go on.</param>
    /// <returns>Completes when the system has all bytes and the file has its length.</returns>
    /// <exception cref="NativeIOException">A write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public ValueTask FlushAsync(CancellationToken cancellationToken = default)
    {
        EndLending();
        ValueTask flushed = _behind.FlushAsync(cancellationToken);
        return flushed.IsCompletedSuccessfully ? flushed : KeepDuring(flushed);
    }

    /// <summary>
    /// Waits until everything so far is durable. A failed flush is final: the file must be written again.
    /// </summary>
    /// <param name="scope">What to make durable.</param>
    /// <exception cref="NativeIOException">A write or the flush failed, now or earlier.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <example>
    /// <code>
    /// using BlockWriter writer = BlockWriter.Create("invoice.txt");
    /// writer.Write("42 EUR"u8);
    /// writer.FlushToDisk(); // durable, and so is the name of the new file
    /// </code>
    /// </example>
    public void FlushToDisk(FlushScope scope = FlushScope.Data)
    {
        Flush();
        _behind.MakeDurable(scope);
        GC.KeepAlive(this);
    }

    /// <summary>As <see cref="FlushToDisk"/>; the flush itself occupies a pool thread.</summary>
    /// <param name="scope">What to make durable.</param>
    /// <param name="cancellationToken">Ends the wait until the flush starts.</param>
    /// <returns>Completes when everything so far is durable; the writer must not be used before.</returns>
    /// <exception cref="OperationCanceledException">Cancelled; what was written remains written.</exception>
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

    /// <summary>
    /// Returns the same file as a pipe, for producers written for System.IO.Pipelines: its memory is the blocks,
    /// without a copy.
    /// </summary>
    /// <returns>
    /// The pipe. It owns this writer, which must no longer be written directly: completing the pipe writes everything
    /// and closes the file.
    /// </returns>
    /// <remarks>
    /// <para>The pipe's FlushAsync is back-pressure: it waits for a free block and forces no short write. It makes
    /// nothing visible or durable. <see cref="Flush"/> and completing make the bytes visible, and
    /// <see cref="FlushToDisk"/> makes them durable; both are called on this writer, even while the pipe is open.
    /// GetMemory and GetSpan block the thread while no block is free: flush before them.</para>
    /// <para>Completing with an exception omits what came after the last FlushAsync. Errors are those of the writer,
    /// thrown by whichever call is next. One call at a time; CancelPendingFlush may come from any thread.</para>
    /// </remarks>
    /// <example>
    /// <code>
    /// System.IO.Pipelines.PipeWriter pipe = BlockWriter.Create("piped.txt").AsPipeWriter();
    /// await pipe.WriteAsync("any producer for pipelines\n"u8.ToArray());
    /// await pipe.CompleteAsync(); // writes everything and closes the file
    /// </code>
    /// </example>
    public PipeWriter AsPipeWriter() => new BlockPipeWriter(this);

    /// <summary>Writes the remaining bytes, waits for them and closes the file.</summary>
    /// <exception cref="NativeIOException">
    /// A write failed and no call has reported it yet; the file is closed nevertheless.
    /// </exception>
    public void Dispose()
    {
        GC.SuppressFinalize(this);
        EndLending();
        _behind.Dispose();
    }

    /// <summary>As <see cref="Dispose"/>, waiting on the thread pool.</summary>
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

    /// <summary>Copies bytes as long as a block is free; releases lent memory.</summary>
    /// <returns>Bytes copied.</returns>
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

    // A writer that is referenced only by the caller awaiting its flush is not forgotten yet.
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

    // For every call except Advance: a flush overwrites what is behind the end of the block, and a write goes there.
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
