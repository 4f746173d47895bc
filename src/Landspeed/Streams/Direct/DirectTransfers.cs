using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams.Blocks;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Direct;

/// <summary>What a <see cref="DirectFile"/> consists of: the file, the order of its writes, memory, engine and operations.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class DirectTransfers : IDisposable
{
    // Unused operations kept for the next call; with more callers at once, new ones are made.
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

    /// <summary>Takes over an open file; nothing is started.</summary>
    /// <param name="owner">The owner, named by the exception of a closed file.</param>
    /// <param name="file">The file; buffered where the page cache is looked into first.</param>
    /// <param name="options">How.</param>
    /// <param name="calls">For tests: instead of the system's.</param>
    /// <param name="looksIntoCache">Whether what is in the page cache is read from there, and the rest direct.</param>
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

    /// <summary>Stays until it is disposed, also when nobody holds it: its owner's finalizer disposes it.</summary>
    internal void Keep() => _keeping.Begin(this);

    /// <summary>The file: as it was opened, and from <see cref="Ready"/> on in the mode of the requests.</summary>
    internal StorageFile File => Volatile.Read(ref _setup)?.File ?? _opened;

    /// <summary>The full name under which the file was opened.</summary>
    internal string Name => _opened.FullName;

    /// <summary>Most operations of a batch at once.</summary>
    internal int QueueDepth => _options.QueueDepth;

    /// <summary>The order of the writes.</summary>
    internal WriteOrder Order { get; }

    /// <summary>One flush at a time: the system reports an error to one of two only.</summary>
    internal TurnQueue FlushTurn { get; } = new(1);

    /// <summary>What carries asynchronous requests out; null before the first one.</summary>
    internal EngineDescription? Engine => Volatile.Read(ref _setup)?.Thread.Engine;

    /// <summary>Whether the engine broke and the kernel may use memory for good.</summary>
    internal bool IsMemoryLost => Volatile.Read(ref _setup) is { Thread.IsMemoryLost: true };

    /// <summary>Whether operations run, so that disposing has to wait for them.</summary>
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

    /// <summary>An unused operation.</summary>
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

    /// <summary>Returns an operation.</summary>
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

    /// <summary>An unused batch.</summary>
    internal DirectBatch RentBatch() => Interlocked.Exchange(ref _restingBatch, null) ?? new DirectBatch(this);

    /// <summary>Returns a batch.</summary>
    internal void Return(DirectBatch batch) => Volatile.Write(ref _restingBatch, batch);

    /// <summary>Whatever does not come out of the page cache needs this first.</summary>
    /// <exception cref="NativeIOException">The system refused to make the file ready for it.</exception>
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

    /// <summary>Reads what is in the page cache: all bytes there are, on this thread, without waiting.</summary>
    /// <returns>The bytes, fewer than asked for at the end of the file; -1 when not all of them are there.</returns>
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
    /// Reads a short file through the page cache, on this thread: getting it ready for direct transfers takes longer
    /// than the read.
    /// </summary>
    /// <returns>The bytes, fewer than asked for at the end of the file; -1 when it is to be read otherwise.</returns>
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

            if (result.Value == 0)
            {
                break;
            }

            done += (int)result.Value;
        }

        return done;
    }

    /// <summary>
    /// How many bytes a read may ask for. A direct read across the end would also fill the caller's memory after the
    /// last byte; through the page cache the system keeps to the end by itself.
    /// </summary>
    internal int ReadableCount(long offset, int length) => Ready().Rules(writes: false).Alignment == 1
        ? (int)Math.Min(length, long.MaxValue - offset)
        : CountToEnd(offset, length);

    /// <summary>Posts an operation to the engine.</summary>
    internal void Post(DirectOperation operation) => Ready().Thread.Post(operation, Urgency.AtOnce);

    /// <summary>Carries a request out on this thread.</summary>
    internal NativeResult CarryOut(in IoRequest request) => RequestExecution.Run(_calls, File.Handle, request);

    /// <summary>Sets the length, with the turn of the writes.</summary>
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

    /// <summary>Reads, writes or flushes on this thread.</summary>
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

    /// <summary>Sets the length, between the writes.</summary>
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

    /// <summary>The file in the mode of the requests, also after it was closed.</summary>
    internal StorageFile FileInMode()
    {
        if (Volatile.Read(ref _setup) is { } ready)
        {
            return ready.File;
        }

        using var call = new InlineCall(this);
        return Ready().File;
    }

    /// <summary>Asks for the length.</summary>
    internal long CurrentLength()
    {
        using var call = new InlineCall(this);
        return Order.CurrentLength();
    }

    /// <summary>Refuses further calls, waits for those that run, and closes the file. All callers wait.</summary>
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

    // Linux before 6.5 has no cachestat, but reads nothing ahead when a look fails, so looking without asking is fine.
    // cachestat refuses a file that the user neither owns nor may write: then the page cache is not used.
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

    // While a write lengthens the file, its padding is not the file's yet.
    private int CountToEnd(long offset, int length)
    {
        long known = Order.KnownLength;
        if (offset > known - length)
        {
            known = Order.CurrentLength();
        }

        return (int)Math.Clamp(known - offset, 0, length);
    }

    // A second description of the same file, so that both modes go on side by side. Where the system gives none, the
    // first one becomes direct, and nobody looks into the page cache any more. A look that runs at this moment is
    // refused or direct, either of which is right.
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
