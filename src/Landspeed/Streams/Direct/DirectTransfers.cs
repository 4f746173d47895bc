using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Direct;

/// <summary>What a <see cref="DirectFile"/> consists of: the file, the order of its writes, memory, engine and operations.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class DirectTransfers : IDisposable
{
    // A request that needs a part of a sector and is no longer than this is made in one piece: copying 16 KiB takes 2
    // us, a second request to the fastest device 10.
    private const int SmallLength = 16 * 1024;

    // Long requests whose memory does not fit: four blocks, so that the device sees more than one at a time.
    private const int LargeLength = 512 * 1024;
    private const int LargeCount = 4;

    // Unused operations kept for the next call; with more callers at once, new ones are made.
    private const int MostResting = 1024;

    private readonly object _gate = new();
    private readonly Type _owner;
    private readonly IFileCalls _calls;
    private readonly DirectPlan _readRules;
    private readonly DirectPlan _writeRules;
    private readonly BounceMemory _small;
    private readonly BounceMemory _large;
    private readonly EngineThread _thread;
    private DirectOperation? _resting;
    private DirectBatch? _restingBatch;
    private int _restingCount;
    private int _running;
    private bool _disposed;
    private bool _closed;
    private Keeping _keeping;

    /// <summary>Takes over an open file; nothing is started.</summary>
    /// <param name="owner">The owner, named by the exception of a closed file.</param>
    /// <param name="file">The file.</param>
    /// <param name="options">How.</param>
    /// <param name="calls">For tests: instead of the system's.</param>
    internal DirectTransfers(object owner, StorageFile file, SequentialFileOptions options, IFileCalls? calls)
    {
        _owner = owner.GetType();
        File = file;
        _calls = calls ?? NativePlatform.Files;
        QueueDepth = options.QueueDepth;
        Order = new WriteOrder(file);
        bool isDirect = file.EffectiveMode == IoMode.Direct;
        FileGeometry geometry = file.Geometry;
        int alignment = isDirect ? Math.Max(geometry.OffsetAlignment, geometry.ReadOffsetAlignment) : 1;
        int memoryAlignment = isDirect ? geometry.MemoryAlignment : 1;
        int block = Math.Max(alignment, memoryAlignment);
        _small = new BounceMemory(Math.Clamp(QueueDepth, 4, 64), Math.Max(SmallLength, block), block);
        _large = new BounceMemory(LargeCount, Math.Max(LargeLength, block), block);
        _writeRules = new DirectPlan
        {
            Alignment = alignment,
            MemoryAlignment = memoryAlignment,
            OnePieceLength = _small.BlockLength,
            BounceLength = _large.BlockLength,
            IsWrite = true,
        };
        _readRules = _writeRules with { Alignment = isDirect ? geometry.ReadOffsetAlignment : 1, IsWrite = false };
        _thread = new EngineThread(() => options.CreateEngine(options.QueueDepth), file.Handle, memory: null);
    }

    /// <summary>Stays until it is disposed, also when nobody holds it: its owner's finalizer disposes it.</summary>
    internal void Keep() => _keeping.Begin(this);

    /// <summary>The file.</summary>
    internal StorageFile File { get; }

    /// <summary>Most operations of a batch at once.</summary>
    internal int QueueDepth { get; }

    /// <summary>The order of the writes.</summary>
    internal WriteOrder Order { get; }

    /// <summary>One flush at a time: the system reports an error to one of two only.</summary>
    internal TurnQueue FlushTurn { get; } = new(1);

    /// <summary>What carries asynchronous requests out; null before the first one.</summary>
    internal EngineDescription? Engine => _thread.Engine;

    /// <summary>Whether the engine broke and the kernel may use memory for good.</summary>
    internal bool IsMemoryLost => _thread.IsMemoryLost;

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

    /// <summary>How requests of the file are cut.</summary>
    internal DirectPlan Rules(bool writes) => writes ? _writeRules : _readRules;

    /// <summary>
    /// How many bytes a read may ask for. A direct read across the end would also fill the caller's memory after the
    /// last byte; through the page cache the system keeps to the end by itself.
    /// </summary>
    internal int ReadableCount(long offset, int length)
    {
        if (_readRules.Alignment == 1)
        {
            return (int)Math.Min(length, long.MaxValue - offset);
        }

        long known = Order.KnownLength;
        if (offset > known - length)
        {
            known = Order.CurrentLength();
        }

        return (int)Math.Clamp(known - offset, 0, length);
    }

    /// <summary>The memory for a bounced request.</summary>
    internal BounceMemory BounceFor(int length) => length <= _small.BlockLength ? _small : _large;

    /// <summary>Posts an operation to the engine.</summary>
    internal void Post(DirectOperation operation) => _thread.Post(operation, Urgency.AtOnce);

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
        using var call = new InlineCall(this);
        return call.Operation.RunInline(kind, offset, address, length);
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
        _thread.Dispose();
        if (IsMemoryLost)
        {
            _small.Abandon();
            _large.Abandon();
        }
        else
        {
            _small.Dispose();
            _large.Dispose();
        }

        File.Dispose();
        _keeping.End();
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
