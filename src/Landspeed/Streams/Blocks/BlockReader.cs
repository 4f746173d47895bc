using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Landspeed.Files;
using Landspeed.Streams;
using Landspeed.Streams.Blocks;
using Landspeed.Streams.Threading;

namespace Landspeed;

/// <summary>
/// Reads a file in order and lends its bytes block by block, without a copy, with
/// <see cref="SequentialFileOptions.QueueDepth"/> requests in flight ahead of the reader.
/// </summary>
/// <remarks>
/// <para>For one reader at a time; a second, overlapping call is refused. Any thread may release blocks. A held block's
/// memory cannot be read into, so hold few to keep the full depth.</para>
/// <para>Cost: a thread and an engine, created by the first read, and 0 bytes allocated per block. Cached data is
/// copied by the reading thread, into as many blocks as are held; thread and engine are created when something is
/// missing from the cache. Memory: see <see cref="SequentialFileOptions"/>.</para>
/// </remarks>
/// <example>
/// <code>
/// using BlockReader reader = BlockReader.Open("big.dat");
/// for (ReadBlock block = reader.Read(); !block.IsEnd; block = reader.Read())
/// {
///     using (block)
///     {
///         Console.WriteLine($"{block.Span.Count((byte)0)} zeros in {block.Length} bytes at {block.Offset}");
///     }
/// }
/// </code>
/// </example>
public sealed class BlockReader : IDisposable, IAsyncDisposable
{
    private readonly ReadAhead _ahead;
    private int _busy;

    /// <summary>Takes over an open file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="options">The settings.</param>
    /// <param name="alwaysAhead">Whether another thread reads the blocks even while they are in the page cache.</param>
    internal BlockReader(StorageFile file, SequentialFileOptions options, bool alwaysAhead = false)
    {
        bool takesFromCache = !alwaysAhead
            && options is { Engine: null, EngineFactory: null }
            && CachedReads.Suit(file, options);
        _ahead = new ReadAhead(file, options, takesFromCache ? new CachedReads(file, options) : null);
        _ahead.Keep();
    }

    /// <summary>Closes a reader that was not disposed, on the thread pool.</summary>
    ~BlockReader() => Forgotten.Dispose(_ahead);

    /// <summary>
    /// Offset of the next byte; may be set, even past the end. Data already read ahead is kept if it is still useful.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    public long Position
    {
        get
        {
            ObjectDisposedException.ThrowIf(_ahead.IsDisposed, this);
            return _ahead.Position;
        }
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            using Call call = Enter();
            _ahead.Seek(value);
        }
    }

    /// <summary>Current length of the file in bytes. One system call.</summary>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    public long Length => _ahead.File.Length;

    /// <summary>The full name under which the file was opened.</summary>
    public string Name => _ahead.File.FullName;

    /// <summary>The mode of the reads.</summary>
    public IoMode EffectiveMode => _ahead.File.EffectiveMode;

    /// <summary>Why the mode differs from the requested one, or which part of it is unproven; otherwise null.</summary>
    public string? ModeReason => _ahead.File.ModeReason;

    /// <summary>The engine of the reads, or null before the first one.</summary>
    public EngineDescription? Engine => _ahead.Engine;

    /// <summary>Number of blocks into which the file is read ahead; 0 before the first read.</summary>
    internal int Depth => _ahead.Depth;

    /// <summary>True if all blocks are held, so that a read would be refused.</summary>
    internal bool HoldsAllBlocks => _ahead.AllAreLent;

    /// <summary>Opens a file for reading.</summary>
    /// <param name="path">File name; lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The reader, owned by the caller, at offset 0.</returns>
    /// <exception cref="FileNotFoundException">The file does not exist.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read it, or it is a directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">Another system error occurred, or the required mode was refused.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <remarks>About ten system calls, plus the read of one block for a direct file.</remarks>
    /// <example>
    /// <code>
    /// using BlockReader reader = BlockReader.Open("big.dat", new() { RequestSize = 64 * 1024 });
    /// using ReadBlock head = reader.Read();
    /// Console.WriteLine($"{head.Length} bytes, {reader.EffectiveMode} {reader.ModeReason}");
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static BlockReader Open(string path, SequentialFileOptions? options = null) =>
        Open(FilePath.FromText(path), options);

    /// <inheritdoc cref="Open(string, SequentialFileOptions?)"/>
    public static BlockReader Open(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new BlockReader(FileOpening.ForReading(path, options), options);
    }

    /// <summary>Lends the next bytes and waits for them if necessary.</summary>
    /// <returns>
    /// A block of 1 byte up to the request size, which the caller must release. It is empty at the end of the file; a
    /// later call checks whether the file has grown.
    /// </returns>
    /// <exception cref="NativeIOException">
    /// The read failed; the position is unchanged, and the next call reads there again.
    /// </exception>
    /// <exception cref="InvalidOperationException">
    /// All blocks are held, or another call is running; nothing changed.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    /// <example>
    /// <code>
    /// using BlockReader reader = BlockReader.Open("big.dat");
    /// reader.Position = reader.Length - 100;
    /// using ReadBlock tail = reader.Read();
    /// Console.WriteLine(Convert.ToHexString(tail.Span));
    /// </code>
    /// </example>
    public ReadBlock Read()
    {
        using Call call = Enter();
        return _ahead.Take();
    }

    /// <summary>Lends the next bytes. Completes synchronously if they are available.</summary>
    /// <param name="cancellationToken">
    /// Ends the wait; the read goes on and its data is offered to the next call.
    /// </param>
    /// <returns>As in <see cref="Read"/>.</returns>
    /// <exception cref="OperationCanceledException">The wait was cancelled; nothing is lost.</exception>
    /// <exception cref="NativeIOException">
    /// The read failed; the position is unchanged, and the next call reads there again.
    /// </exception>
    /// <exception cref="InvalidOperationException">
    /// All blocks are held, or another call is running; nothing changed.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    /// <example>
    /// <code>
    /// await using BlockReader reader = BlockReader.Open("big.dat");
    /// for (ReadBlock block = await reader.ReadAsync(); !block.IsEnd; block = await reader.ReadAsync())
    /// {
    ///     using (block)
    ///     {
    ///         await Stream.Null.WriteAsync(block.Memory); // a socket, for example
    ///     }
    /// }
    /// </code>
    /// </example>
    public ValueTask<ReadBlock> ReadAsync(CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled<ReadBlock>(cancellationToken);
        }

        Call call = Enter();
        try
        {
            ValueTask<ReadBlock> taken = _ahead.TakeAsync(cancellationToken);
            if (!taken.IsCompletedSuccessfully)
            {
                return EndAfter(taken, call);
            }

            call.Dispose();
            return taken;
        }
        catch (Exception failure)
        {
            call.Dispose();
            return ValueTask.FromException<ReadBlock>(failure);
        }
    }

    /// <summary>
    /// Returns the same bytes as a pipe, for parsers written for System.IO.Pipelines: its buffers are the blocks,
    /// without a copy.
    /// </summary>
    /// <returns>
    /// The pipe. It owns this reader, which must no longer be used directly: completing the pipe closes the file.
    /// </returns>
    /// <remarks>
    /// <para>A block is used for reading ahead again when all its bytes have been consumed. Bytes that are examined but
    /// not consumed hold their blocks. When all blocks are held, they are copied into rented arrays, each byte once, as
    /// many as the consumer asks for. Keep <see cref="SequentialFileOptions.RequestSize"/> well above the size of a
    /// message.</para>
    /// <para>If a read fails, ReadAsync throws and keeps what was not consumed, and the next call reads there again.
    /// TryRead throws too. The end of the file is final. One call at a time; CancelPendingRead may come from any
    /// thread. Cost: 0 bytes allocated per block as long as nothing is copied.</para>
    /// </remarks>
    /// <example>
    /// <code>
    /// System.IO.Pipelines.PipeReader pipe = BlockReader.Open("big.dat").AsPipeReader();
    /// System.IO.Pipelines.ReadResult head = await pipe.ReadAtLeastAsync(512);
    /// pipe.AdvanceTo(head.Buffer.GetPosition(512)); // a header of 512 bytes
    /// await pipe.CopyToAsync(Stream.Null);
    /// await pipe.CompleteAsync(); // closes the file
    /// </code>
    /// </example>
    public PipeReader AsPipeReader() => new BlockPipeReader(this);

    /// <summary>Waits for requests in flight and closes the file. Held blocks stay valid until released.</summary>
    public void Dispose()
    {
        GC.SuppressFinalize(this);
        _ahead.Dispose();
    }

    /// <summary>As <see cref="Dispose"/>; reads in flight are waited for on the thread pool.</summary>
    /// <returns>Completes when the file is closed.</returns>
    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        if (_ahead.IsBusy)
        {
            return new ValueTask(Task.Run(_ahead.Dispose));
        }

        _ahead.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <summary>Lends the next bytes if they are available; otherwise reading has started.</summary>
    internal bool TryRead(out ReadBlock block)
    {
        using Call call = Enter();
        return _ahead.TryTakeNow(out block);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<ReadBlock> EndAfter(ValueTask<ReadBlock> taken, Call call)
    {
        using (call)
        {
            return await taken.ConfigureAwait(false);
        }
    }

    private Call Enter() => Interlocked.Exchange(ref _busy, 1) == 0 ? new Call(this) : throw new InvalidOperationException(
        "another call of this reader runs: await it before the next one");

    // One call at a time: from Enter until it is disposed.
    private readonly struct Call(BlockReader reader) : IDisposable
    {
        public void Dispose() => Volatile.Write(ref reader._busy, 0);
    }
}
