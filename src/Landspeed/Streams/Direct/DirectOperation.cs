using System.Buffers;
using Landspeed.Engine;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Direct;

/// <summary>
/// One read, write or flush of a <see cref="DirectFile"/> from its call to its end, as a series of steps, between which
/// it waits for a turn, for memory or for the system. Reused.
/// </summary>
/// <remarks>
/// Inline, its steps and system calls run on the caller's thread. Otherwise the engine makes the calls, and the steps
/// run on the thread pool or on the thread that waits for its batch, never on the engine's thread, because they copy
/// and may set the file's length. Belongs to one thread at a time: while it waits, to the thread that ends the wait.
/// </remarks>
internal sealed partial class DirectOperation : EngineOperation, IThreadPoolWorkItem
{
    /// <summary>The value for no ticket.</summary>
    internal const int NoTicket = -1;

    private readonly DirectTransfers _owner;
    private readonly object _signal = new();
    private readonly ReusableTask _task;
    private CancellationTokenRegistration _registration;
    private CancellationToken _cancellation;
    private TurnQueue? _waitsIn;
    private Memory<byte> _memory;
    private MemoryHandle _pin;
    private IoOperation _kind;
    private DirectStep _step;
    private DirectBatch? _batch;
    private bool _isInline;
    private bool _isReady;
    private Exception? _failure;

    internal DirectOperation(DirectTransfers owner)
    {
        _owner = owner;
        _task = new ReusableTask(() => owner.Return(this));
    }

    /// <summary>The ticket from a <see cref="TurnQueue"/>.</summary>
    internal int Ticket { get; set; }

    /// <summary>True if it must not wait any longer; guarded by the queue.</summary>
    internal bool IsCancelRequested { get; set; }

    /// <summary>Its index in the batch.</summary>
    internal int BatchIndex { get; private set; }

    /// <summary>Bytes transferred for the caller.</summary>
    internal int Done { get; private set; }

    /// <summary>Why it failed, or null; valid after its end.</summary>
    internal Exception? Failure => _failure;

    /// <summary>Runs the operation to its end on this thread.</summary>
    /// <returns>Bytes transferred.</returns>
    internal int RunInline(IoOperation kind, long offset, nint address, int length)
    {
        Prepare(kind, offset, length);
        _isInline = true;
        SetAddress(address);
        Proceed();
        if (_failure is not null)
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(_failure);
        }

        return Done;
    }

    /// <summary>Starts the operation.</summary>
    /// <returns>Its task; await it only once.</returns>
    internal ReusableTask RunAsync(IoOperation kind, long offset, Memory<byte> memory, CancellationToken cancellation)
    {
        Prepare(kind, offset, memory.Length);
        (_memory, _cancellation) = (memory, cancellation);
        Proceed();
        return _task;
    }

    /// <summary>Prepares it as part of a batch, which calls <see cref="Proceed"/>.</summary>
    internal void JoinBatch(DirectBatch batch, int index, IoOperation kind, in DirectWork work)
    {
        Prepare(kind, work.Offset, work.Memory.Length);
        (_batch, BatchIndex, _memory) = (batch, index, work.Memory);
    }

    /// <summary>Blocks this thread until its turn, in order with the operations.</summary>
    /// <returns>The ticket.</returns>
    internal int WaitFor(TurnQueue queue)
    {
        Prepare(IoOperation.Nothing, 0, 0);
        _isInline = true;
        if (!queue.TryTake(this))
        {
            WaitUntilReady();
        }

        return Ticket;
    }

    /// <summary>Continues the operation after a wait; never blocks.</summary>
    internal void Ready()
    {
        if (_isInline)
        {
            lock (_signal)
            {
                _isReady = true;
                Monitor.Pulse(_signal);
            }
        }
        else if (_batch is { IsBlocking: true } batch)
        {
            batch.Ready(this);
        }
        else
        {
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        }
    }

    internal override void OnCompleted() => Ready();

    void IThreadPoolWorkItem.Execute() => Proceed();

    /// <summary>Runs until the operation must wait or has ended; the caller must not touch it afterwards.</summary>
    internal void Proceed()
    {
        _registration.Dispose();
        _registration = default;
        while (_step != DirectStep.Ended)
        {
            bool goesOn;
            try
            {
                goesOn = Advance();
            }
            catch (Exception failure)
            {
                goesOn = GoTo(DirectStep.Finish, failure);
            }

            if (!goesOn)
            {
                return;
            }
        }

        Complete();
    }

    private void Prepare(IoOperation kind, long offset, int length)
    {
        (_kind, _step, Done, _failure) = (kind, DirectStep.Begin, 0, null);
        (_batch, _isInline, _isReady, IsCancelRequested) = (null, false, false, false);
        (_cancellation, _hold, _bounceTicket, _endsEarly) = (default, Hold.Nothing, NoTicket, false);
        _plan = new DirectPlan { Offset = offset, Count = length };
    }

    // Waits in a queue; a token may end the wait as long as nothing was moved. False if Ready will be called.
    private bool TakeTicket(TurnQueue queue, DirectStep next)
    {
        // Once it waits, another thread may run it.
        bool isInline = _isInline;
        _step = next;
        if (_cancellation.CanBeCanceled && Done == 0)
        {
            _waitsIn = queue;
            _registration = _cancellation.UnsafeRegister(
                static operation => ((DirectOperation)operation!)._waitsIn!.Cancel((DirectOperation)operation!), this);
        }

        if (queue.TryTake(this))
        {
            _registration.Dispose();
            _registration = default;
            return true;
        }

        return isInline && WaitUntilReady();
    }

    private bool WaitUntilReady()
    {
        lock (_signal)
        {
            while (!_isReady)
            {
                Monitor.Wait(_signal);
            }

            _isReady = false;
        }

        return true;
    }

    // False if the engine executes it.
    private bool Carry(DirectStep next)
    {
        _step = next;
        if (!_isInline)
        {
            _owner.Post(this);
            return false;
        }

        while (!Take(_owner.CarryOut(Request)))
        {
        }

        return true;
    }

    private bool GoTo(DirectStep step, Exception? failure = null)
    {
        _step = step;
        _failure ??= failure;
        return true;
    }

    private void Complete()
    {
        // Memory that the kernel may still use stays pinned.
        if (!_owner.IsMemoryLost)
        {
            _pin.Dispose();
        }

        (_pin, _memory) = (default, default);
        if (_batch is { } batch)
        {
            batch.Ended(this);
        }
        else if (!_isInline)
        {
            _owner.Leave();
            _task.Complete(Done, _failure);
        }
    }
}

/// <summary>The next step of a <see cref="DirectOperation"/>.</summary>
internal enum DirectStep
{
    /// <summary>Determine what to do, and whether it needs a turn.</summary>
    Begin,

    /// <summary>It has the turn of the writes.</summary>
    HasTurn,

    /// <summary>Take the next part of the caller's request.</summary>
    Plan,

    /// <summary>It has a block of aligned memory.</summary>
    HasBounce,

    /// <summary>The partly written sectors have been read.</summary>
    Filled,

    /// <summary>The caller's bytes have been read or written.</summary>
    Moved,

    /// <summary>It has the turn of the flushes.</summary>
    HasFlushTurn,

    /// <summary>The flush has ended.</summary>
    Flushed,

    /// <summary>Return everything it holds.</summary>
    Finish,

    /// <summary>Nothing is left to do.</summary>
    Ended,
}
