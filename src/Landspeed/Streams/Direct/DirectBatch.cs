using Landspeed.Engine;
using Landspeed.Streams.Threading;

namespace Landspeed.Streams.Direct;

/// <summary>
/// Several requests executed together, up to the file's depth in flight: each ends separately, the batch with the last
/// one.
/// </summary>
internal sealed class DirectBatch
{
    private readonly DirectTransfers _owner;
    private readonly object _gate = new();
    private readonly ReusableTask _task;
    private CancellationToken _cancellation;
    private Memory<DirectResult> _target;
    private DirectWork[] _work = [];
    private DirectResult[] _results = [];
    private OperationQueue _ready;
    private IoOperation _kind;
    private int _count;
    private int _next;
    private int _running;
    private bool _isPumping;
    private bool _isCancelled;

    internal DirectBatch(DirectTransfers owner)
    {
        _owner = owner;
        _task = new ReusableTask(() => owner.Return(this));
    }

    /// <summary>True if a thread waits for it; its operations then continue on that thread.</summary>
    internal bool IsBlocking { get; private set; }

    /// <summary>Makes room for requests of one kind.</summary>
    /// <returns>The requests, for the caller to fill in.</returns>
    internal Span<DirectWork> Prepare(IoOperation kind, int count)
    {
        if (_work.Length < count)
        {
            _work = new DirectWork[count];
            _results = new DirectResult[count];
        }

        (_kind, _count, _next, _running, _isCancelled) = (kind, count, 0, 0, false);
        return _work.AsSpan(0, count);
    }

    /// <summary>Runs the batch and waits for it on this thread.</summary>
    internal void Run(Span<DirectResult> results)
    {
        IsBlocking = true;
        while (TakeReady() is { } operation)
        {
            operation.Proceed();
        }

        _results.AsSpan(0, _count).CopyTo(results);
        Clear();
        _owner.Leave();
        _owner.Return(this);
    }

    /// <summary>Starts the batch.</summary>
    internal ValueTask RunAsync(Memory<DirectResult> results, CancellationToken cancellation)
    {
        (IsBlocking, _target, _cancellation) = (false, results, cancellation);
        ValueTask task = _task.Task;
        Pump();
        return task;
    }

    /// <summary>Records that an operation of a blocking batch can continue.</summary>
    internal void Ready(DirectOperation operation)
    {
        lock (_gate)
        {
            _ready.Append(operation);
            Monitor.Pulse(_gate);
        }
    }

    /// <summary>Records that an operation has ended.</summary>
    internal void Ended(DirectOperation operation)
    {
        int index = operation.BatchIndex;
        var result = new DirectResult(
            operation.Done,
            operation.Failure is { } failure ? DirectFailure.OfBatch(_owner.File, _kind, _work[index], failure) : null);
        _owner.Return(operation);
        lock (_gate)
        {
            _results[index] = result;
            _running--;
            if (IsBlocking || _isPumping)
            {
                return;
            }

            // In one step with the count: of two operations that end together, one completes the batch and the other
            // never touches it again.
            _isPumping = true;
        }

        StartOperations();
    }

    // Null when all have ended.
    private DirectOperation? TakeReady()
    {
        lock (_gate)
        {
            while (true)
            {
                if (_ready.Take() is { } ready)
                {
                    return (DirectOperation)ready;
                }

                if (TryTakeNext(out int index))
                {
                    return Make(index);
                }

                if (_running == 0)
                {
                    return null;
                }

                Monitor.Wait(_gate);
            }
        }
    }

    // One thread at a time starts operations, and notices those that end in between.
    private void Pump()
    {
        lock (_gate)
        {
            if (_isPumping)
            {
                return;
            }

            _isPumping = true;
        }

        StartOperations();
    }

    private void StartOperations()
    {
        while (TakeNextToStart() is { } operation)
        {
            operation.Proceed();
        }
    }

    private DirectOperation? TakeNextToStart()
    {
        lock (_gate)
        {
            if (TryTakeNext(out int index))
            {
                return Make(index);
            }

            _isPumping = false;
            if (_running > 0)
            {
                return null;
            }
        }

        Complete();
        return null;
    }

    private bool TryTakeNext(out int index)
    {
        while (_next < _count && _cancellation.IsCancellationRequested)
        {
            var cancelled = new OperationCanceledException(_cancellation);
            _results[_next] = new DirectResult(0, DirectFailure.OfBatch(_owner.File, _kind, _work[_next], cancelled));
            _next++;
            _isCancelled = true;
        }

        index = _next;
        bool takes = _next < _count && _running < _owner.QueueDepth;
        _next += takes ? 1 : 0;
        _running += takes ? 1 : 0;
        return takes;
    }

    private DirectOperation Make(int index)
    {
        DirectOperation operation = _owner.Rent();
        operation.JoinBatch(this, index, _kind, _work[index]);
        return operation;
    }

    private void Complete()
    {
        CancellationToken cancellation = _cancellation;
        bool isCancelled = _isCancelled;
        _results.AsSpan(0, _count).CopyTo(_target.Span);
        Clear();
        _owner.Leave();
        _task.Complete(0, isCancelled ? new OperationCanceledException(cancellation) : null);
    }

    private void Clear()
    {
        _work.AsSpan(0, _count).Clear();
        _results.AsSpan(0, _count).Clear();
        (_target, _cancellation) = (default, default);
    }
}

/// <summary>One request of a batch; for a write, the memory is only read.</summary>
internal readonly record struct DirectWork(long Offset, Memory<byte> Memory);
