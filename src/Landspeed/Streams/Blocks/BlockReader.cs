using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Blocks;

/// <summary>
/// Reads a file in order and lends its bytes block by block, without a copy: <see cref="SequentialFileOptions.QueueDepth"/>
/// requests are kept in flight ahead of the reader.
/// </summary>
/// <remarks>
/// <para>One reader at a time; a second call during one that runs is refused. Blocks may be released by any thread. A
/// block that is held keeps its memory from being read into: hold few for the full depth.</para>
/// <para>Cost: a thread and an engine, made by the first read, and 0 bytes allocated per block. What is in the page
/// cache is copied by the thread that reads, into as many blocks as are held; thread and engine are made when something
/// is missing there. Memory as <see cref="SequentialFileOptions"/> says.</para>
/// </remarks>
public sealed class BlockReader : IDisposable, IAsyncDisposable
{
    private readonly ReadAhead _ahead;
    private int _busy;

    /// <summary>Takes over an open file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="options">How.</param>
    /// <param name="alwaysAhead">Whether blocks are read by another thread also as long as they are in the page
    /// cache.</param>
    internal BlockReader(StorageFile file, SequentialFileOptions options, bool alwaysAhead = false)
    {
        bool takesFromCache = !alwaysAhead
            && options is { Engine: null, EngineFactory: null }
            && CachedReads.Suit(file, options);
        _ahead = new ReadAhead(file, options, takesFromCache ? new CachedReads(file, options) : null);
        _ahead.Keep();
    }

    /// <summary>Closes a reader that was not disposed, in the thread pool.</summary>
    ~BlockReader() => Forgotten.Dispose(_ahead);

    /// <summary>Offset of the next byte; may be set, also past the end. Setting it keeps what was read ahead and is still of use.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is negative.</exception>
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

    /// <summary>Bytes in the file now. One system call.</summary>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    public long Length => _ahead.File.Length;

    /// <summary>The full name under which the file was opened.</summary>
    public string Name => _ahead.File.FullName;

    /// <summary>The mode that reads have.</summary>
    public IoMode EffectiveMode => _ahead.File.EffectiveMode;

    /// <summary>Why the mode is not the one asked for, or what of it is not proven; null when neither.</summary>
    public string? ModeReason => _ahead.File.ModeReason;

    /// <summary>The engine of the reads; null before the first one.</summary>
    public EngineDescription? Engine => _ahead.Engine;

    /// <summary>Blocks that there are, all of which may be held at once; 0 before the first read.</summary>
    internal int Depth => _ahead.Depth;

    /// <summary>Whether all blocks are held, so that a read would be refused.</summary>
    internal bool HoldsAllBlocks => _ahead.AllAreLent;

    /// <summary>Opens a file.</summary>
    /// <param name="path">Its name; lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The reader, owned by the caller, at offset 0.</returns>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read it, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">The system refused otherwise, or refused the required mode.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <remarks>About ten system calls, and for a direct file the read of one block.</remarks>
    public static BlockReader Open(string path, SequentialFileOptions? options = null) =>
        Open(FilePath.FromText(path), options);

    /// <inheritdoc cref="Open(string, SequentialFileOptions?)"/>
    public static BlockReader Open(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new BlockReader(FileOpening.ForReading(path, options), options);
    }

    /// <summary>Lends the next bytes, waiting for them.</summary>
    /// <returns>
    /// 1 byte up to the request size, to be released by the caller; without bytes at the end of the file, where a later
    /// call looks again whether the file has grown.
    /// </returns>
    /// <exception cref="NativeIOException">The read failed; the position stays, and the next call reads there again.</exception>
    /// <exception cref="InvalidOperationException">All blocks are held, or another call runs; nothing changed.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    public ReadBlock Read()
    {
        using Call call = Enter();
        return _ahead.Take();
    }

    /// <summary>Lends the next bytes. Completes at once when they are there.</summary>
    /// <param name="cancellationToken">Ends the wait; the read goes on and is offered to the next call.</param>
    /// <returns>As <see cref="Read"/>.</returns>
    /// <exception cref="OperationCanceledException">The wait was cancelled; nothing is lost.</exception>
    /// <exception cref="NativeIOException">The read failed; the position stays, and the next call reads there again.</exception>
    /// <exception cref="InvalidOperationException">All blocks are held, or another call runs; nothing changed.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
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
    /// The same bytes as a pipe, for parsers that are written against System.IO.Pipelines: its buffers are the blocks, without
    /// a copy.
    /// </summary>
    /// <returns>
    /// The pipe. It owns this reader, which is not used otherwise from then on: completing the pipe closes the file.
    /// </returns>
    /// <remarks>
    /// <para>Blocks go back to reading ahead when all of their bytes were consumed. Examined bytes that are not consumed
    /// hold their blocks: when these are all, they are copied into borrowed arrays, each byte once, as many as the
    /// consumer asks for. Keep <see cref="SequentialFileOptions.RequestSize"/> well above the size of a message.</para>
    /// <para>Where a read fails, ReadAsync throws, keeps what was not consumed, and the next call reads there again. TryRead
    /// throws too. The end of the file is final. One call at a time; CancelPendingRead may come from any thread. Cost: 0
    /// bytes allocated per block where nothing is copied.</para>
    /// </remarks>
    public PipeReader AsPipeReader() => new BlockPipeReader(this);

    /// <summary>Waits for what is in flight and closes the file. Blocks that are held stay valid until released.</summary>
    public void Dispose()
    {
        GC.SuppressFinalize(this);
        _ahead.Dispose();
    }

    /// <summary>As <see cref="Dispose"/>, waiting in the thread pool while reads are in flight.</summary>
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

    /// <summary>Lends the next bytes if they are there; if not, reading has begun.</summary>
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
