using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Streams;
using Landspeed.Streams.Direct;
using Landspeed.Streams.Threading;
using Microsoft.Win32.SafeHandles;

namespace Landspeed;

/// <summary>
/// A file that is read and written at any offset, bypassing the page cache, as databases do. Offsets, lengths and
/// memory need no alignment: whole sectors move directly to and from the caller's memory if its address is aligned, and
/// everything else goes through aligned memory of the file. Unless a mode is given, a read whose bytes are all in the
/// page cache is answered from there, and synchronous reads of a file of at most 512 KiB go through it until the first
/// other transfer.
/// </summary>
/// <remarks>
/// <para>Any number of threads may call at once. When reads and writes of overlapping ranges run at the same time, each
/// byte ends up as one of them had it, in no particular order; the caller must keep them apart. Adjacent ranges are
/// safe, even within one sector: writes that change part of a sector, or the length, take turns. Writes of whole
/// sectors inside the file run in parallel, so align to <see cref="Geometry"/> where speed matters. No other process
/// may change the file's length at the same time: bytes that another descriptor appends during a write here that
/// lengthens the file may be cut off, and a read across an end that has just moved may touch the buffer beyond the
/// bytes it returns.</para>
/// <para>Memory passed to an asynchronous or batched call belongs to the file until the call has ended, even after
/// cancellation: it is pinned, and the device reads and writes it.</para>
/// <para>Written means sent to the device; the data is durable after <see cref="FlushToDisk"/>. If a process is killed
/// while it lengthens the file, zeros may remain up to the end of a sector.</para>
/// <para>Cost: synchronous calls make one system call per piece and allocate nothing. Asynchronous and batched calls
/// share one thread with an engine. The first call that the page cache cannot answer creates it; it ends after five
/// seconds without such a call, and the next one creates it again. In the steady state these calls allocate nothing.
/// Aligned memory, up to 3 MiB, is mapped as calls need it. One system call checks whether bytes are in the page cache.
/// The check is made rarely where it keeps failing, and never for a file that the user neither owns nor may
/// write.</para>
/// </remarks>
/// <example>
/// <code>
/// using DirectFile file = DirectFile.Create("records.db");
/// file.Write("any offset, any length"u8, 4_711);
/// byte[] record = new byte[100];
/// int count = file.Read(record, 4_711); // 22: the file ends there
/// file.FlushToDisk();
/// Durability.FlushDirectory("."); // the name of the new file
/// </code>
/// </example>
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

    /// <summary>Closes a file that was not disposed, on the thread pool.</summary>
    ~DirectFile() => Forgotten.Dispose(_transfers);

    /// <summary>Current length of the file in bytes. One system call.</summary>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    public long Length
    {
        get
        {
            long length = _transfers.CurrentLength();
            GC.KeepAlive(this);
            return length;
        }
    }

    /// <summary>
    /// The alignment that lets requests avoid copies and lets writes run in parallel; irrelevant unless the mode is
    /// direct.
    /// </summary>
    public FileGeometry Geometry => _transfers.File.Geometry;

    /// <summary>The full name under which the file was opened.</summary>
    public string Name => _transfers.Name;

    /// <summary>The mode of transfers that the page cache does not answer.</summary>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <exception cref="NativeIOException">The system refused to prepare the file for them.</exception>
    /// <remarks>
    /// If no mode was given, the first read of this property prepares the file: about ten system calls, once.
    /// </remarks>
    public IoMode EffectiveMode => _transfers.FileInMode().EffectiveMode;

    /// <summary>Why the mode differs from the requested one, or which part of it is unproven; otherwise null.</summary>
    /// <inheritdoc cref="EffectiveMode"/>
    public string? ModeReason => _transfers.FileInMode().ModeReason;

    /// <summary>
    /// The engine of asynchronous and batched calls, even while it is idle; null before the first such call.
    /// </summary>
    public EngineDescription? Engine => _transfers.Engine;

    /// <summary>True if the file was opened for writing.</summary>
    public bool CanWrite => _canWrite;

    /// <summary>Opens a file for reading.</summary>
    /// <param name="path">File name; lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The file, owned by the caller.</returns>
    /// <exception cref="FileNotFoundException">The file does not exist.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user lacks the permission, or it is a directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">
    /// Another system error occurred, the required mode was refused, or another opener holds a lock on the file.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <remarks>
    /// Five system calls. The first transfer that the page cache does not answer adds ten more and the read of one
    /// block.
    /// </remarks>
    /// <example>
    /// <code>
    /// using DirectFile file = DirectFile.OpenRead("big.dat");
    /// byte[] record = new byte[100];
    /// int count = await file.ReadAsync(record, 4_711);
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static DirectFile OpenRead(string path, DirectFileOptions? options = null) =>
        OpenRead(FilePath.FromText(path), options);

    /// <inheritdoc cref="OpenRead(string, DirectFileOptions?)"/>
    public static DirectFile OpenRead(FilePath path, DirectFileOptions? options = null) =>
        Open(path, options, FileOpening.ForReading);

    /// <summary>Opens the file behind a handle again, for reading.</summary>
    /// <param name="handle">
    /// Identifies the file. The handle still belongs to the caller and its position is not used; the file itself must
    /// permit the access.
    /// </param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The file, owned by the caller.</returns>
    /// <exception cref="UnauthorizedAccessException">The user lacks the permission, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">
    /// Another system error occurred, the required mode was refused, or the handle or another opener holds a lock on
    /// the file.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <exception cref="ObjectDisposedException">The handle is closed.</exception>
    public static DirectFile OpenRead(SafeFileHandle handle, DirectFileOptions? options = null) =>
        Open(handle, options, FileOpening.ForReading);

    /// <summary>Opens an existing file for reading and writing; its content is kept.</summary>
    /// <inheritdoc cref="OpenRead(string, DirectFileOptions?)"/>
    /// <example>
    /// <code>
    /// File.WriteAllBytes("counters.db", new byte[8_192]);
    /// using DirectFile file = DirectFile.Open("counters.db");
    /// byte[] counter = new byte[sizeof(long)];
    /// file.Read(counter, 4_096);
    /// BitConverter.TryWriteBytes(counter, BitConverter.ToInt64(counter) + 1);
    /// file.Write(counter, 4_096);
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static DirectFile Open(string path, DirectFileOptions? options = null) =>
        Open(FilePath.FromText(path), options);

    /// <inheritdoc cref="Open(string, DirectFileOptions?)"/>
    public static DirectFile Open(FilePath path, DirectFileOptions? options = null) =>
        Open(path, options, FileOpening.ForUpdating);

    /// <summary>Opens the file behind a handle again, for reading and writing; its content is kept.</summary>
    /// <inheritdoc cref="OpenRead(SafeFileHandle, DirectFileOptions?)"/>
    public static DirectFile Open(SafeFileHandle handle, DirectFileOptions? options = null) =>
        Open(handle, options, FileOpening.ForUpdating);

    /// <summary>Opens a file, or creates it if missing, for reading and writing; its content is kept.</summary>
    /// <param name="path">File name; symbolic links are followed.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The file, owned by the caller.</returns>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user lacks the permission, or it is a directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">
    /// Another system error occurred, the required mode was refused, or another opener holds a lock on the file.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <example>
    /// <code>
    /// using DirectFile file = DirectFile.OpenOrCreate("journal.db");
    /// file.Write("one more entry\n"u8, file.Length);
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static DirectFile OpenOrCreate(string path, DirectFileOptions? options = null) =>
        OpenOrCreate(FilePath.FromText(path), options);

    /// <inheritdoc cref="OpenOrCreate(string, DirectFileOptions?)"/>
    public static DirectFile OpenOrCreate(FilePath path, DirectFileOptions? options = null) =>
        Open(path, options, FileOpening.ForUpdatingOrCreating);

    /// <summary>Creates a file for reading and writing; fails if the name exists.</summary>
    /// <param name="path">File name.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The file, owned by the caller.</returns>
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
    /// using DirectFile segment = DirectFile.CreateNew("segment-0001.db"); // fails if it exists
    /// segment.SetLength(1 &lt;&lt; 20);
    /// Durability.FlushDirectory(".");
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static DirectFile CreateNew(string path, DirectFileOptions? options = null) =>
        CreateNew(FilePath.FromText(path), options);

    /// <inheritdoc cref="CreateNew(string, DirectFileOptions?)"/>
    public static DirectFile CreateNew(FilePath path, DirectFileOptions? options = null) =>
        Open(path, options, FileOpening.ForCreatingNew);

    /// <summary>
    /// Creates a file for reading and writing; an existing file is truncated to 0 bytes after it has been locked.
    /// </summary>
    /// <inheritdoc cref="OpenOrCreate(string, DirectFileOptions?)"/>
    /// <example>
    /// <code>
    /// using DirectFile file = DirectFile.Create("shared.db", new() { Share = FileShare.Read });
    /// file.Write("others may read this now"u8, 0);
    /// using DirectFile reader = DirectFile.OpenRead("shared.db", new() { Share = FileShare.ReadWrite });
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static DirectFile Create(string path, DirectFileOptions? options = null) =>
        Create(FilePath.FromText(path), options);

    /// <inheritdoc cref="Create(string, DirectFileOptions?)"/>
    public static DirectFile Create(FilePath path, DirectFileOptions? options = null) =>
        Open(path, options, FileOpening.ForCreatingReadable);

    /// <summary>Reads bytes at an offset.</summary>
    /// <param name="buffer">
    /// Receives the bytes. It is filled unless the file ends first; memory beyond the returned count is not touched.
    /// </param>
    /// <param name="fileOffset">First byte in the file; 0 or more, no alignment needed.</param>
    /// <returns>Bytes read: as many as requested, fewer at the end of the file, 0 at or past it.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The offset is negative.</exception>
    /// <exception cref="NativeIOException">
    /// The read failed at the offset in the message; the buffer holds the bytes before it.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>
    /// One system call for whole sectors into aligned memory, otherwise up to three; more for long buffers that are not
    /// aligned.
    /// </remarks>
    /// <example>
    /// <code>
    /// using DirectFile file = DirectFile.OpenRead("big.dat");
    /// byte[] tail = new byte[100];
    /// int count = file.Read(tail, file.Length - 40); // 40: the file ends there
    /// </code>
    /// </example>
    public unsafe int Read(Span<byte> buffer, long fileOffset)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(fileOffset);
        fixed (byte* address = buffer)
        {
            int count = _transfers.RunInline(IoOperation.Read, fileOffset, (nint)address, buffer.Length);
            GC.KeepAlive(this); // else a file whose last use this is may be found forgotten before the call has begun
            return count;
        }
    }

    /// <summary>Reads bytes at an offset.</summary>
    /// <param name="buffer">
    /// Receives the bytes, as in <see cref="Read"/>. Pinned, and owned by the file until the task completes.
    /// </param>
    /// <param name="fileOffset">First byte in the file; 0 or more, no alignment needed.</param>
    /// <param name="cancellationToken">
    /// Ends the wait for a turn or for memory; a request already at the device is waited for.
    /// </param>
    /// <returns>As in <see cref="Read"/>. Await it only once.</returns>
    /// <exception cref="OperationCanceledException">
    /// Cancelled before the request reached the device; nothing was read.
    /// </exception>
    /// <inheritdoc cref="Read"/>
    /// <example>
    /// <code>
    /// using DirectFile file = DirectFile.OpenRead("big.dat");
    /// byte[][] pages = [.. Enumerable.Range(0, 32).Select(index =&gt; new byte[4_096])];
    /// await Task.WhenAll(pages.Select((page, index) =&gt; file.ReadAsync(page, index * 65_536L).AsTask()));
    /// </code>
    /// </example>
    public ValueTask<int> ReadAsync(
        Memory<byte> buffer, long fileOffset, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(fileOffset);
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled<int>(cancellationToken);
        }

        ValueTask<int> task = _transfers.RunAsync(IoOperation.Read, fileOffset, buffer, cancellationToken).CountTask;
        GC.KeepAlive(this);
        return task;
    }

    /// <summary>Writes all bytes at an offset, or throws.</summary>
    /// <param name="buffer">The bytes.</param>
    /// <param name="fileOffset">
    /// First byte in the file; 0 or more, no alignment needed. A gap past the current end is filled with zeros.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">The offset is negative.</exception>
    /// <exception cref="NotSupportedException">The file is open for reading only.</exception>
    /// <exception cref="NativeIOException">
    /// The write failed at the offset in the message. The length is unchanged; within the range each piece holds old or
    /// new bytes.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>
    /// One system call for whole sectors inside the file from aligned memory. Partial sectors are read first and take
    /// turns with other such writes; a new end that is not aligned costs two more calls.
    /// </remarks>
    /// <example>
    /// <code>
    /// using DirectFile file = DirectFile.Create("slots.db");
    /// byte[] slot = new byte[100];
    /// file.Write(slot, 7 * slot.Length); // slots 0 to 6 read as zeros
    /// </code>
    /// </example>
    public unsafe void Write(ReadOnlySpan<byte> buffer, long fileOffset)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(fileOffset);
        RequireWritable();
        fixed (byte* address = buffer)
        {
            _transfers.RunInline(IoOperation.Write, fileOffset, (nint)address, buffer.Length);
        }

        GC.KeepAlive(this);
    }

    /// <summary>Writes all bytes at an offset, or the task fails.</summary>
    /// <param name="buffer">The bytes; pinned, and must not change until the task completes.</param>
    /// <param name="fileOffset">
    /// First byte in the file; 0 or more, no alignment needed. A gap past the current end is filled with zeros.
    /// </param>
    /// <param name="cancellationToken">
    /// Ends the wait for a turn or for memory; a request already at the device is waited for.
    /// </param>
    /// <returns>Completes when all bytes are written. Await it only once.</returns>
    /// <exception cref="OperationCanceledException">
    /// Cancelled before the request reached the device; nothing was written.
    /// </exception>
    /// <inheritdoc cref="Write"/>
    /// <example>
    /// <code>
    /// await using DirectFile file = DirectFile.Create("pages.db");
    /// file.SetLength(32 * 4_096);
    /// byte[] page = new byte[4_096];
    /// await Task.WhenAll(Enumerable.Range(0, 32).Select(index =&gt; file.WriteAsync(page, index * 4_096L).AsTask()));
    /// await file.FlushToDiskAsync();
    /// </code>
    /// </example>
    public ValueTask WriteAsync(
        ReadOnlyMemory<byte> buffer, long fileOffset, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(fileOffset);
        RequireWritable();
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled(cancellationToken);
        }

        ValueTask task =
            _transfers.RunAsync(IoOperation.Write, fileOffset, MemoryMarshal.AsMemory(buffer), cancellationToken).Task;
        GC.KeepAlive(this);
        return task;
    }

    /// <summary>
    /// Sets the length without allocating blocks. A longer file reads as zeros in the new part; a shorter one is cut
    /// off.
    /// </summary>
    /// <param name="length">New length in bytes; 0 or more, no alignment needed.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative.</exception>
    /// <exception cref="NotSupportedException">The file is open for reading only.</exception>
    /// <exception cref="NativeIOException">The system call failed; the length is unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>
    /// One system call, made between writes: running writes end first, and no other write begins until it has returned.
    /// </remarks>
    public void SetLength(long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        RequireWritable();
        _transfers.SetLength(length);
        GC.KeepAlive(this);
    }

    /// <summary>Waits until everything written by calls that have returned is durable.</summary>
    /// <param name="scope">What to make durable.</param>
    /// <exception cref="ArgumentOutOfRangeException">Not a defined scope.</exception>
    /// <exception cref="NativeIOException">
    /// The flush failed, or an earlier one had. From then on the file's content on the medium is unknown, and no later
    /// flush of it succeeds.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>One system call, as long as the device takes. Flushes of one file take turns.</remarks>
    /// <example>
    /// <code>
    /// using DirectFile file = DirectFile.Create("ledger.db");
    /// file.Write("paid"u8, 0);
    /// file.FlushToDisk(); // the bytes and the length
    /// Durability.FlushDirectory("."); // the name of the new file
    /// </code>
    /// </example>
    public void FlushToDisk(FlushScope scope = FlushScope.Data)
    {
        _transfers.RunInline(KindOf(scope), 0, 0, 0);
        GC.KeepAlive(this);
    }

    /// <summary>Waits until everything written by calls that have completed is durable.</summary>
    /// <param name="scope">What to make durable.</param>
    /// <param name="cancellationToken">
    /// Ends the wait for another flush; a flush already at the device is waited for.
    /// </param>
    /// <returns>Completes when the data is durable.</returns>
    /// <exception cref="OperationCanceledException">
    /// Cancelled before the request reached the device; nothing is guaranteed.
    /// </exception>
    /// <inheritdoc cref="FlushToDisk"/>
    /// <example>
    /// <code>
    /// await using DirectFile file = DirectFile.Create("orders.db");
    /// await file.WriteAsync("ordered"u8.ToArray(), 0);
    /// await file.FlushToDiskAsync(FlushScope.DataAndMetadata);
    /// </code>
    /// </example>
    public Task FlushToDiskAsync(FlushScope scope = FlushScope.Data, CancellationToken cancellationToken = default)
    {
        IoOperation kind = KindOf(scope);
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled(cancellationToken);
        }

        Task task = _transfers.RunAsync(kind, 0, default, cancellationToken).Task.AsTask();
        GC.KeepAlive(this);
        return task;
    }

    /// <summary>
    /// Waits for all running calls and closes the file; does not make anything durable. Further calls do nothing.
    /// </summary>
    public void Dispose()
    {
        GC.SuppressFinalize(this);
        _transfers.Dispose();
    }

    /// <summary>As <see cref="Dispose"/>; running calls are waited for on the thread pool.</summary>
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
