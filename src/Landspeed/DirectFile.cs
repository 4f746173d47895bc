using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams;
using Landspeed.Streams.Direct;
using Landspeed.Streams.Threading;
using Microsoft.Win32.SafeHandles;

namespace Landspeed;

/// <summary>
/// A file read and written at any offset past the page cache, as databases do it. Offsets, lengths and memory need no
/// alignment: whole sectors move straight from and to the caller's memory where its address fits, the rest through
/// aligned memory of the file. Unless a mode is given, a read of which all bytes are in the page cache is answered from
/// there, and synchronous reads of a file of at most 512 KiB go through it until the first other transfer.
/// </summary>
/// <remarks>
/// <para>Any number of threads may call at once. Reads and writes of ranges that overlap at the same time leave each
/// byte as one of them had it, in no order: keeping them apart is up to the caller. Neighbours are safe, also within
/// one sector: writes that change a part of a sector, or the length, take turns; writes of whole sectors inside the file
/// run freely, so keep to <see cref="Geometry"/> where speed counts. No other process may change the file's length
/// meanwhile: what another descriptor appends during a write here that lengthens the file may be cut off, and a read
/// across an end that just moved may touch memory beyond what it returns.</para>
/// <para>Memory of an asynchronous or batched call belongs to the file until the call has ended, also after
/// cancellation: it is pinned, and the device reads and writes it.</para>
/// <para>Written means sent to the device; it is durable after <see cref="Flush"/>. A process that is killed while it
/// lengthens the file may leave zeros up to the end of a sector.</para>
/// <para>Cost: synchronous calls one system call for each piece and no allocation. Asynchronous and batched ones share
/// one thread with an engine, made by the first of them that is not answered from the page cache, ended after five
/// seconds without one and made again by the next; in the steady state they allocate nothing. Aligned memory, up to
/// 3 MiB, is mapped as calls need it. Whether bytes are in the page cache is asked with one system call, rarely where
/// that is in vain, and not of a file that the user neither owns nor may write.</para>
/// </remarks>
public sealed partial class DirectFile : IDisposable, IAsyncDisposable
{
    private readonly DirectTransfers _transfers;
    private readonly bool _canWrite;

    private DirectFile(StorageFile file, SequentialFileOptions opening, DirectFileOptions options)
    {
        _transfers = new DirectTransfers(this, file, opening, options.Calls, options.LooksIntoCache);
        _transfers.Keep();
        _canWrite = file.CanWrite;
    }

    /// <summary>Closes a file that was not disposed, in the thread pool.</summary>
    ~DirectFile() => Forgotten.Dispose(_transfers);

    /// <summary>Bytes in the file now. One system call.</summary>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    public long Length
    {
        get
        {
            long length = _transfers.CurrentLength();
            GC.KeepAlive(this);
            return length;
        }
    }

    /// <summary>What requests must keep to, so that nothing is copied and writes take no turns; of no concern unless direct.</summary>
    public FileGeometry Geometry => _transfers.File.Geometry;

    /// <summary>The full name under which the file was opened.</summary>
    public string Name => _transfers.Name;

    /// <summary>The mode of the transfers that do not come out of the page cache.</summary>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <exception cref="NativeIOException">The system refused to make the file ready for them.</exception>
    /// <remarks>Where no mode was given, asking makes the file ready for the first of them: some ten system calls,
    /// once.</remarks>
    public IoMode EffectiveMode => _transfers.FileInMode().EffectiveMode;

    /// <summary>Why the mode is not the one asked for, or what of it is not proven; null when neither.</summary>
    /// <inheritdoc cref="EffectiveMode"/>
    public string? ModeReason => _transfers.FileInMode().ModeReason;

    /// <summary>The engine of asynchronous and batched calls, also while it rests; null before the first one.</summary>
    public EngineDescription? Engine => _transfers.Engine;

    /// <summary>Whether the file may be written.</summary>
    public bool CanWrite => _canWrite;

    /// <summary>Opens a file to be read.</summary>
    /// <param name="path">Its name; lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The file, owned by the caller.</returns>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not do this, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">The system refused otherwise, or refused the required mode, or another opener has it locked.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <remarks>
    /// Five system calls; before the first transfer that the page cache does not answer ten more and the read of one
    /// block.
    /// </remarks>
    public static DirectFile OpenRead(string path, DirectFileOptions? options = null) =>
        OpenRead(FilePath.FromText(path), options);

    /// <inheritdoc cref="OpenRead(string, DirectFileOptions?)"/>
    public static DirectFile OpenRead(FilePath path, DirectFileOptions? options = null) =>
        Open(path, options, FileOpening.ForReading);

    /// <summary>Opens the file behind a handle again, to be read.</summary>
    /// <param name="handle">
    /// Says which file: the handle stays the caller's, its position is not used, and the file itself must allow what is
    /// to be done.
    /// </param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The file, owned by the caller.</returns>
    /// <exception cref="UnauthorizedAccessException">The user may not do this, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">
    /// The system refused otherwise, or refused the required mode, or the handle or another opener has the file locked.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <exception cref="ObjectDisposedException">The handle is closed.</exception>
    public static DirectFile OpenRead(SafeFileHandle handle, DirectFileOptions? options = null) =>
        Open(handle, options, FileOpening.ForReading);

    /// <summary>Opens a file that exists to be read and written; its bytes stay.</summary>
    /// <inheritdoc cref="OpenRead(string, DirectFileOptions?)"/>
    public static DirectFile Open(string path, DirectFileOptions? options = null) =>
        Open(FilePath.FromText(path), options);

    /// <inheritdoc cref="Open(string, DirectFileOptions?)"/>
    public static DirectFile Open(FilePath path, DirectFileOptions? options = null) =>
        Open(path, options, FileOpening.ForUpdating);

    /// <summary>Opens the file behind a handle again, to be read and written; its bytes stay.</summary>
    /// <inheritdoc cref="OpenRead(SafeFileHandle, DirectFileOptions?)"/>
    public static DirectFile Open(SafeFileHandle handle, DirectFileOptions? options = null) =>
        Open(handle, options, FileOpening.ForUpdating);

    /// <summary>Opens a file, or creates a missing one, to be read and written; its bytes stay.</summary>
    /// <param name="path">Its name; symbolic links are followed.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The file, owned by the caller.</returns>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not do this, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">
    /// The system refused otherwise, or refused the required mode, or another opener has it locked.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public static DirectFile OpenOrCreate(string path, DirectFileOptions? options = null) =>
        OpenOrCreate(FilePath.FromText(path), options);

    /// <inheritdoc cref="OpenOrCreate(string, DirectFileOptions?)"/>
    public static DirectFile OpenOrCreate(FilePath path, DirectFileOptions? options = null) =>
        Open(path, options, FileOpening.ForUpdatingOrCreating);

    /// <summary>Creates a file to be read and written; there must be none of that name.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The file, owned by the caller.</returns>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write there.</exception>
    /// <exception cref="NativeIOException">
    /// There is something of that name, a symbolic link too (EEXIST); the system refused otherwise, or refused the
    /// required mode, and nothing was created.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <remarks>Of several that call it at once for one name, one gets the file.</remarks>
    public static DirectFile CreateNew(string path, DirectFileOptions? options = null) =>
        CreateNew(FilePath.FromText(path), options);

    /// <inheritdoc cref="CreateNew(string, DirectFileOptions?)"/>
    public static DirectFile CreateNew(FilePath path, DirectFileOptions? options = null) =>
        Open(path, options, FileOpening.ForCreatingNew);

    /// <summary>Creates a file to be read and written; one that exists is cut to 0 bytes, once it is locked.</summary>
    /// <inheritdoc cref="OpenOrCreate(string, DirectFileOptions?)"/>
    public static DirectFile Create(string path, DirectFileOptions? options = null) =>
        Create(FilePath.FromText(path), options);

    /// <inheritdoc cref="Create(string, DirectFileOptions?)"/>
    public static DirectFile Create(FilePath path, DirectFileOptions? options = null) =>
        Open(path, options, FileOpening.ForCreatingReadable);

    /// <summary>Reads bytes.</summary>
    /// <param name="offset">First byte in the file, 0 or more; no alignment needed.</param>
    /// <param name="buffer">Receives the bytes; filled unless the file ends, and not touched beyond what is returned.</param>
    /// <returns>Bytes read: as many as asked, fewer at the end of the file, 0 at or past it.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The offset is negative.</exception>
    /// <exception cref="NativeIOException">The read failed at the offset that it names; the buffer holds what came before.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>One system call for whole sectors into memory that fits, up to three otherwise, more for long buffers that do not fit.</remarks>
    public unsafe int Read(long offset, Span<byte> buffer)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        fixed (byte* address = buffer)
        {
            int count = _transfers.RunInline(IoOperation.Read, offset, (nint)address, buffer.Length);
            GC.KeepAlive(this); // else a file whose last use this is may be found forgotten before the call has begun
            return count;
        }
    }

    /// <summary>Reads bytes.</summary>
    /// <param name="offset">First byte in the file, 0 or more; no alignment needed.</param>
    /// <param name="buffer">Receives the bytes, as <see cref="Read"/>; pinned, and the file's until the task has completed.</param>
    /// <param name="cancellationToken">Ends the wait for a turn or for memory; a request that the device has is waited for.</param>
    /// <returns>As <see cref="Read"/>. To be awaited once.</returns>
    /// <exception cref="OperationCanceledException">Cancelled before the device had it; nothing was read.</exception>
    /// <inheritdoc cref="Read"/>
    public ValueTask<int> ReadAsync(long offset, Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled<int>(cancellationToken);
        }

        ValueTask<int> task = _transfers.RunAsync(IoOperation.Read, offset, buffer, cancellationToken).CountTask;
        GC.KeepAlive(this);
        return task;
    }

    /// <summary>Writes bytes: all, or it throws.</summary>
    /// <param name="offset">First byte in the file, 0 or more; no alignment needed. Past the end: zeros come between.</param>
    /// <param name="buffer">The bytes.</param>
    /// <exception cref="ArgumentOutOfRangeException">The offset is negative.</exception>
    /// <exception cref="NotSupportedException">The file is open for reading only.</exception>
    /// <exception cref="NativeIOException">
    /// The write failed at the offset that it names. The file has its length from before; what it holds in the range is
    /// old or new, piece by piece.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>
    /// One system call for whole sectors inside the file from memory that fits. Parts of sectors are read first, in turn
    /// with other such writes; a new end that is not aligned costs two more calls.
    /// </remarks>
    public unsafe void Write(long offset, ReadOnlySpan<byte> buffer)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        RequireWritable();
        fixed (byte* address = buffer)
        {
            _transfers.RunInline(IoOperation.Write, offset, (nint)address, buffer.Length);
        }

        GC.KeepAlive(this);
    }

    /// <summary>Writes bytes: all, or the task fails.</summary>
    /// <param name="offset">First byte in the file, 0 or more; no alignment needed. Past the end: zeros come between.</param>
    /// <param name="buffer">The bytes; pinned, and not to be changed until the task has completed.</param>
    /// <param name="cancellationToken">Ends the wait for a turn or for memory; a request that the device has is waited for.</param>
    /// <returns>Completes when all bytes are written. To be awaited once.</returns>
    /// <exception cref="OperationCanceledException">Cancelled before the device had it; nothing was written.</exception>
    /// <inheritdoc cref="Write"/>
    public ValueTask WriteAsync(
        long offset, ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        RequireWritable();
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled(cancellationToken);
        }

        ValueTask task =
            _transfers.RunAsync(IoOperation.Write, offset, MemoryMarshal.AsMemory(buffer), cancellationToken).Task;
        GC.KeepAlive(this);
        return task;
    }

    /// <summary>Sets the length; allocates nothing. What is new reads as zeros, what lies beyond is cut off.</summary>
    /// <param name="length">Bytes, 0 or more; no alignment needed.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="NotSupportedException">The file is open for reading only.</exception>
    /// <exception cref="NativeIOException">The system refused; the length is as before.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>One system call, between the writes: those that run end first, and none begins meanwhile.</remarks>
    public void SetLength(long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        RequireWritable();
        _transfers.SetLength(length);
        GC.KeepAlive(this);
    }

    /// <summary>Waits until all that was written by calls that have returned is durable.</summary>
    /// <param name="scope">What to make durable.</param>
    /// <exception cref="ArgumentOutOfRangeException">Not a scope.</exception>
    /// <exception cref="NativeIOException">
    /// The flush failed, or an earlier one had: what the file holds on the medium is unknown from then on, and no flush
    /// of it succeeds again.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>One system call, which takes as long as the device does. Flushes of one file take turns.</remarks>
    public void Flush(FlushScope scope)
    {
        _transfers.RunInline(KindOf(scope), 0, 0, 0);
        GC.KeepAlive(this);
    }

    /// <summary>Waits until all that was written by calls that have completed is durable.</summary>
    /// <param name="scope">What to make durable.</param>
    /// <param name="cancellationToken">Ends the wait for another flush; one that the device has is waited for.</param>
    /// <returns>Completes when it is durable. To be awaited once.</returns>
    /// <exception cref="OperationCanceledException">Cancelled before the device had it; nothing is promised.</exception>
    /// <inheritdoc cref="Flush"/>
    public ValueTask FlushAsync(FlushScope scope, CancellationToken cancellationToken = default)
    {
        IoOperation kind = KindOf(scope);
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled(cancellationToken);
        }

        ValueTask task = _transfers.RunAsync(kind, 0, default, cancellationToken).Task;
        GC.KeepAlive(this);
        return task;
    }

    /// <summary>Waits for all calls that run, and closes the file; promises nothing about durability. Further calls do nothing.</summary>
    public void Dispose()
    {
        GC.SuppressFinalize(this);
        _transfers.Dispose();
    }

    /// <summary>As <see cref="Dispose"/>, waiting in the thread pool while calls run.</summary>
    /// <returns>Completes when the file is closed.</returns>
    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        if (_transfers.IsBusy)
        {
            return new ValueTask(Task.Run(_transfers.Dispose));
        }

        _transfers.Dispose();
        return ValueTask.CompletedTask;
    }

    private static DirectFile Open<T>(
        T name,
        DirectFileOptions? options,
        Func<T, SequentialFileOptions, StorageFile> open,
        [CallerArgumentExpression(nameof(name))] string? parameter = null)
    {
        ArgumentNullException.ThrowIfNull(name, parameter);
        options ??= new DirectFileOptions();
        SequentialFileOptions opening = options.Checked();
        StorageFile file = open(name, opening);
        try
        {
            return new DirectFile(file, opening, options);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    private static IoOperation KindOf(FlushScope scope) => scope switch
    {
        FlushScope.Data => IoOperation.FlushData,
        FlushScope.DataAndMetadata => IoOperation.FlushAll,
        _ => throw new ArgumentOutOfRangeException(nameof(scope), scope, "not a scope"),
    };

    private void RequireWritable()
    {
        if (!_canWrite)
        {
            throw new NotSupportedException($"{_transfers.File.Path.Display} is open for reading only");
        }
    }
}
