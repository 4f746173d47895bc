using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Platform.Observation;
using Landspeed.Streams.Blocks;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Direct;

/// <summary>
/// The parts of a <see cref="DirectFile"/>: the file, the order of its writes, memory, engine and operations.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class DirectTransfers : IDisposable
{
    // Unused operations kept for later calls; if more callers are active, new ones are created.
    private const int MostResting = 1024;

    private readonly object _gate = new();
    private readonly object _setupGate = new();
    private readonly Type _owner;
    private readonly IFileCalls _calls;
    private readonly SequentialFileOptions _options;
    private readonly StorageFile _opened;
    private readonly CachedReads? _cached;
    private CacheChance _chance;
    private volatile bool _mayNotAsk;
    private DirectSetup? _setup;
    private DirectOperation? _resting;
    private DirectBatch? _restingBatch;
    private int _restingCount;
    private int _running;
    private bool _disposed;
    private bool _closed;
    private Keeping _keeping;

    /// <summary>Takes over an open file without starting anything.</summary>
    /// <param name="owner">The owning object, named by the exception for a closed file.</param>
    /// <param name="file">The file; buffered if the page cache is tried first.</param>
    /// <param name="options">The settings.</param>
    /// <param name="calls">For tests: replaces the system's calls.</param>
    /// <param name="looksIntoCache">True if cached data is read from the page cache and the rest direct.</param>
    internal DirectTransfers(
        object owner, StorageFile file, SequentialFileOptions options, IFileCalls? calls, bool looksIntoCache)
    {
        _owner = owner.GetType();
        _opened = file;
        _options = options;
        _calls = calls ?? NativePlatform.Files;
        Order = new WriteOrder(file);
        if (looksIntoCache)
        {
            _cached = new CachedReads(file, options);
        }
        else
        {
            _setup = new DirectSetup(file, options);
        }
    }

    /// <summary>
    /// Keeps it alive until disposed even if it is not referenced: its owner's finalizer disposes it.
    /// </summary>
    internal void Keep() => _keeping.Begin(this);

    /// <summary>The file: as it was opened, and after <see cref="Ready"/> in the mode of the requests.</summary>
    internal StorageFile File => Volatile.Read(ref _setup)?.File ?? _opened;

    /// <summary>The full name under which the file was opened.</summary>
    internal string Name => _opened.FullName;

    /// <summary>Maximum operations of a batch in flight.</summary>
    internal int QueueDepth => _options.QueueDepth;

    /// <summary>The order of the writes.</summary>
    internal WriteOrder Order { get; }

    /// <summary>One flush at a time: of two, the system reports an error to only one.</summary>
    internal TurnQueue FlushTurn { get; } = new(1);

    /// <summary>The engine of asynchronous requests, or null before the first one.</summary>
    internal EngineDescription? Engine => Volatile.Read(ref _setup)?.Thread.Engine;

    /// <summary>True if the engine broke and the kernel may keep using memory.</summary>
    internal bool IsMemoryLost => Volatile.Read(ref _setup) is { Thread.IsMemoryLost: true };

    /// <summary>True if operations are running, so that disposal must wait for them.</summary>
    internal bool IsBusy => Volatile.Read(ref _running) > 0;

    /// <summary>Begins a call.</summary>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    internal void Enter()
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_disposed, _owner);
            _running++;
        }
    }

    /// <summary>Ends a call.</summary>
    internal void Leave()
    {
        lock (_gate)
        {
            _running--;
            if (_running == 0 && _disposed)
            {
                Monitor.PulseAll(_gate);
            }
        }
    }

    /// <summary>Returns an unused operation.</summary>
    internal DirectOperation Rent()
    {
        lock (_gate)
        {
            if (_resting is not { } operation)
            {
                return new DirectOperation(this);
            }

            _resting = (DirectOperation?)operation.Next;
            operation.Next = null;
            _restingCount--;
            return operation;
        }
    }

    /// <summary>Takes back an operation.</summary>
    internal void Return(DirectOperation operation)
    {
        lock (_gate)
        {
            if (_restingCount < MostResting)
            {
                operation.Next = _resting;
                _resting = operation;
                _restingCount++;
            }
        }
    }

    /// <summary>Returns an unused batch.</summary>
    internal DirectBatch RentBatch() => Interlocked.Exchange(ref _restingBatch, null) ?? new DirectBatch(this);

    /// <summary>Takes back a batch.</summary>
    internal void Return(DirectBatch batch) => Volatile.Write(ref _restingBatch, batch);

    /// <summary>Prepares everything for requests that the page cache does not answer.</summary>
    /// <exception cref="NativeIOException">The system refused to prepare the file.</exception>
    internal DirectSetup Ready()
    {
        if (Volatile.Read(ref _setup) is { } ready)
        {
            return ready;
        }

        lock (_setupGate)
        {
            _setup ??= new DirectSetup(OpenDirect(), _options);
            return _setup;
        }
    }

    /// <summary>Reads from the page cache on this thread, without waiting, if all bytes are there.</summary>
    /// <returns>Bytes read, fewer than requested at the end of the file, or -1 if not all of them are cached.</returns>
    internal int ReadCached(long offset, nint address, int length)
    {
        CacheLook look = _cached is null || _mayNotAsk ? CacheLook.Skip : _chance.Take();
        if (look == CacheLook.Skip)
        {
            return -1;
        }

        length = CountToEnd(offset, length);
        if (length == 0)
        {
            return 0;
        }

        if (look == CacheLook.Ask && !IsCached(offset, length))
        {
            _chance.Missed();
            return -1;
        }

        int done = 0;
        while (done < length)
        {
            int count = _cached!.Read(address + done, length - done, offset + done);
            if (count < 0)
            {
                _chance.Missed();
                return -1;
            }

            if (count == 0)
            {
                break;
            }

            done += count;
        }

        _chance.Found();
        return done;
    }

    /// <summary>
    /// Reads a short file through the page cache on this thread; preparing it for direct transfers would take longer
    /// than the read.
    /// </summary>
    /// <returns>Bytes read, fewer than requested at the end of the file, or -1 if it must be read otherwise.</returns>
    internal int ReadShort(long offset, nint address, int length)
    {
        if (_cached is null || Volatile.Read(ref _setup) is not null
            || Order.KnownLength > SequentialFileOptions.ShortFile)
        {
            return -1;
        }

        length = CountToEnd(offset, length);
        int done = 0;
        while (done < length)
        {
            var request = new IoRequest
            {
                Operation = IoOperation.Read, Address = address + done, Offset = offset + done, Length = length - done,
            };
            NativeResult result = RequestExecution.Run(_calls, _opened.Handle, request);
            if (result.Error.Kind == NativeErrorKind.Interrupted)
            {
                continue;
            }

            if (result.Failed)
            {
                return -1; // who reads it again names the error
            }

            IoMeter.Took(isWrite: false, result);

            if (result.Value == 0)
            {
                break;
            }

            done += (int)result.Value;
        }

        return done;
    }

    /// <summary>
    /// Returns how many bytes a read may request. A direct read across the end would also fill the caller's memory
    /// after the last byte; through the page cache the system stops at the end.
    /// </summary>
    internal int ReadableCount(long offset, int length) => Ready().Rules(writes: false).Alignment == 1
        ? (int)Math.Min(length, long.MaxValue - offset)
        : CountToEnd(offset, length);

    /// <summary>Posts an operation to the engine.</summary>
    internal void Post(DirectOperation operation) => Ready().Thread.Post(operation, Urgency.AtOnce);

    /// <summary>Executes a request on this thread.</summary>
    internal NativeResult CarryOut(in IoRequest request) => RequestExecution.Run(_calls, File.Handle, request);

    /// <summary>Sets the length; the caller has the turn of the writes.</summary>
    internal NativeResult TrySetLength(long length)
    {
        NativeResult result;
        do
        {
            result = _calls.SetLength(File.Handle, length);
        }
        while (result.Error.Kind == NativeErrorKind.Interrupted);
        return result;
    }

    /// <summary>Executes a read, write or flush on this thread.</summary>
    internal int RunInline(IoOperation kind, long offset, nint address, int length)
    {
        Enter();
        try
        {
            int count = -1;
            if (kind == IoOperation.Read && (count = ReadShort(offset, address, length)) < 0)
            {
                count = ReadCached(offset, address, length);
            }

            return count >= 0 ? count : CarryOutInline(kind, offset, address, length);
        }
        finally
        {
            Leave();
        }
    }

    private int CarryOutInline(IoOperation kind, long offset, nint address, int length)
    {
        DirectOperation operation = Rent();
        try
        {
            return operation.RunInline(kind, offset, address, length);
        }
        finally
        {
            Return(operation);
        }
    }

    /// <summary>Starts a read, write or flush.</summary>
    internal ReusableTask RunAsync(IoOperation kind, long offset, Memory<byte> memory, CancellationToken cancellation)
    {
        Enter();
        return Rent().RunAsync(kind, offset, memory, cancellation);
    }

    /// <summary>Sets the length, between writes.</summary>
    internal void SetLength(long length)
    {
        using var call = new InlineCall(this);
        int ticket = call.Operation.WaitFor(Order.Turn);
        try
        {
            Order.BeginResize();
            NativeResult result = TrySetLength(length);
            Order.EndResize(result.Succeeded ? length : null);
            if (result.Failed)
            {
                throw new NativeIOException("set the length of", File.Path, result.Error, length: length);
            }
        }
        finally
        {
            Order.Turn.Release(ticket);
        }
    }

    /// <summary>Returns the file in the mode of the requests, even after it was closed.</summary>
    internal StorageFile FileInMode()
    {
        if (Volatile.Read(ref _setup) is { } ready)
        {
            return ready.File;
        }

        using var call = new InlineCall(this);
        return Ready().File;
    }

    /// <summary>Queries the length.</summary>
    internal long CurrentLength()
    {
        using var call = new InlineCall(this);
        return Order.CurrentLength();
    }

    /// <summary>Refuses further calls, waits for the running ones, and closes the file. All callers wait.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            bool isFirst = !_disposed;
            _disposed = true;
            while (_running > 0 || (!isFirst && !_closed))
            {
                Monitor.Wait(_gate);
            }

            if (!isFirst)
            {
                return;
            }
        }

        Close();
        lock (_gate)
        {
            _closed = true;
            Monitor.PulseAll(_gate);
        }
    }

    private void Close()
    {
        if (_setup is { } setup)
        {
            setup.Dispose();
            setup.File.Dispose();
        }

        _opened.Dispose();
        _keeping.End();
    }

    // Linux before 6.5 has no cachestat, but reads nothing ahead when a cached read fails, so trying without asking is
    // fine. cachestat refuses a file that the user neither owns nor may write: the page cache is then not used.
    private bool IsCached(long offset, int length)
    {
        NativeResult asked =
            NativePlatform.Files.CachedPages(_opened.Handle, offset, length, out CachedPageCounts counts);
        if (asked.Failed)
        {
            _mayNotAsk = asked.Error.Kind != NativeErrorKind.NotSupported;
            return !_mayNotAsk;
        }

        int page = NativePlatform.Memory.PageSize;
        return counts.Cached >= (offset + length + page - 1) / page - offset / page;
    }

    // While a write lengthens the file, its padding does not yet belong to the file.
    private int CountToEnd(long offset, int length)
    {
        long known = Order.KnownLength;
        if (offset > known - length)
        {
            known = Order.CurrentLength();
        }

        return (int)Math.Clamp(known - offset, 0, length);
    }

    // A second description of the same file, so that both modes work side by side. If the system refuses it, the first
    // one becomes direct, and the page cache is no longer tried. A cached read running at this moment is refused or
    // direct; either is right.
    private StorageFile OpenDirect()
    {
        var options = new StorageFileOptions { Access = _opened.Access, Mode = IoMode.Direct };
        if (StorageFile.TryReopen(_opened.Handle, _opened.Path, options, out _) is { } direct)
        {
            return direct;
        }

        _mayNotAsk = true;
        _opened.UseMode(IoMode.Direct);
        return _opened;
    }

    // A call on its caller's thread.
    private readonly ref struct InlineCall
    {
        private readonly DirectTransfers _owner;

        internal InlineCall(DirectTransfers owner)
        {
            owner.Enter();
            _owner = owner;
            Operation = owner.Rent();
        }

        internal DirectOperation Operation { get; }

        public void Dispose()
        {
            _owner.Return(Operation);
            _owner.Leave();
        }
    }
}
