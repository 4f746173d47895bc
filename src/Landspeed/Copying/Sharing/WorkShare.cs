namespace Landspeed.Copying.Sharing;

/// <summary>
/// One rank's share of the work: what its threads create and take, and what goes to and comes from the pool. Ends when
/// the work of all ranks is done.
/// </summary>
/// <remarks>
/// <para> Thread-safe, but <see cref="Ask"/> and <see cref="Answer"/> are reserved for the thread that carries
/// questions, see <see cref="SharingLoop"/>. Only a holder of work may offer items: between
/// <see cref="Take(CancellationToken)"/> and <see cref="Done"/> or <see cref="Handled"/>, or between
/// <see cref="Begin"/> and <see cref="End"/>. Otherwise, the others may have ended already. </para>
/// <para> A thread may wait for the result of an item only in <see cref="Take(CancellationToken)"/>, which also returns
/// results; otherwise all threads of all ranks could wait for each other. </para>
/// </remarks>
internal sealed partial class WorkShare
{
    private readonly object _gate = new();
    private readonly LinkedList<SharedItem> _surplus = new();
    private readonly Queue<SharedItem> _foreign = new();
    private readonly LinkedList<SharedItem> _received = new();
    private readonly int[] _waiting = new int[(int)WorkKind.Links + 1];
    private readonly Queue<SharedResult> _mail = new();
    private readonly HashSet<WorkId> _fromPool = [];
    private readonly HashSet<WorkId> _revoked = [];
    private readonly HashSet<WorkId> _parked = [];
    private readonly int _slots;
    private long _number;
    private int _taken;
    private int _begun;

    /// <summary>Creates a share without work.</summary>
    /// <param name="rank">This rank.</param>
    /// <param name="size">Number of ranks.</param>
    /// <param name="slots">
    /// How many items this rank can do at a time, 1 or more; usually the number of its threads that take items.
    /// </param>
    internal WorkShare(int rank, int size, int slots)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(slots, 1);
        (Rank, Size, _slots) = (rank, size, slots);

        // Until the pool reports otherwise the others are assumed idle: a directory may be listed, and kept, before
        // they can ask.
        _hasDemand = size > 1;
    }

    internal int Rank { get; }

    internal int Size { get; }

    /// <summary>Why all ranks stop before the work is done, or null if they do not.</summary>
    internal StopRequest? Stop { get; private set; }

    /// <summary>Called once, on the thread that learns of a stop, including this rank's own; must be quick.</summary>
    internal Action<StopRequest> Stopped { get; init; } = static _ => { };

    /// <summary>
    /// How many more items to offer now because other ranks are idle or soon will be; a thread that would rather keep
    /// its work offers this many.
    /// </summary>
    internal int Wanted
    {
        get
        {
            lock (_gate)
            {
                return Math.Max(0, Math.Max(_grant, _hasDemand ? _slots : 0) - Beyond - _foreign.Count);
            }
        }
    }

    /// <summary>Creates an item for this rank or another to do.</summary>
    /// <param name="kind">The kind of work.</param>
    /// <param name="payload">What the taker must know; must not change afterwards.</param>
    /// <param name="avoids">The rank that does not get it unless there is no other.</param>
    /// <param name="avoidsToo">
    /// Other such ranks, see <see cref="SharedResult.Also"/>, unless all ranks would be avoided.
    /// </param>
    /// <returns>Its id, which its result will carry. After a stop it is never done.</returns>
    internal WorkId Offer(WorkKind kind, byte[] payload, int avoids = SharedItem.Nobody, IReadOnlyList<int>? avoidsToo = null)
    {
        lock (_gate)
        {
            var item = new SharedItem(new WorkId(Rank, _number++), kind, payload) { Avoids = avoids, AvoidsToo = avoidsToo ?? [] };
            if (Stop is not null)
            {
                return item.Id;
            }

            if (!item.MayBeDoneBy(Rank, Size))
            {
                _foreign.Enqueue(item);
                News();
            }
            else
            {
                _surplus.AddLast(item);
                _waiting[(int)kind]++;
                if (Beyond > 0 && (_grant > 0 || (_hasDemand && Beyond == 1)))
                {
                    News();
                }
            }

            Monitor.PulseAll(_gate);
            return item.Id;
        }
    }

    /// <summary>Waits for the next work and takes it.</summary>
    /// <param name="stop">Ends the wait.</param>
    /// <returns>
    /// Results come before items, and the pool's items before own ones, the last offered first. Null if there is no
    /// work and will be none, or all ranks are to stop.
    /// </returns>
    /// <exception cref="OperationCanceledException">The token was cancelled. Nothing was taken.</exception>
    internal SharedWork? Take(CancellationToken stop = default) => Take(WorkKinds.All, stop);

    /// <summary>Waits for the next work of some kinds and takes it.</summary>
    /// <param name="kinds">The kinds to take.</param>
    /// <param name="stop">Ends the wait.</param>
    internal SharedWork? Take(WorkKinds kinds, CancellationToken stop = default)
    {
        using CancellationTokenRegistration wake = stop.UnsafeRegister(static share => ((WorkShare)share!).Wake(), this);
        lock (_gate)
        {
            while (true)
            {
                stop.ThrowIfCancellationRequested();
                if (TakeNow(kinds) is { } work)
                {
                    return work;
                }

                if (_isDone || Stop is not null)
                {
                    return null;
                }

                Monitor.Wait(_gate);
            }
        }
    }

    /// <summary>Takes the next work without waiting, or returns null if there is none now.</summary>
    internal SharedWork? TryTake(WorkKinds kinds = WorkKinds.All)
    {
        lock (_gate)
        {
            return TakeNow(kinds);
        }
    }

    /// <summary>Ends an item that was taken.</summary>
    /// <param name="item">The item.</param>
    /// <param name="result">
    /// What its home must know, for <see cref="SharedWork.Came"/> there, or null if it expects no result.
    /// </param>
    internal void Done(SharedItem item, byte[]? result)
    {
        lock (_gate)
        {
            _revoked.Remove(item.Id);
            if (_fromPool.Remove(item.Id))
            {
                _outcomes.Enqueue(new WorkOutcome(item.Id, result));
                News();
            }
            else if (result is not null && Stop is null)
            {
                _mail.Enqueue(new SharedResult(item.Id, item.Kind, Rank, result));
                Monitor.PulseAll(_gate);
            }

            EndOne(ref _parked.Remove(item.Id) ? ref _begun : ref _taken);
        }
    }

    /// <summary>
    /// Marks an item that was taken as waiting for results of others: its thread is free again, and this rank can start
    /// another. It must still be ended by <see cref="Done"/>.
    /// </summary>
    internal void Park(SharedItem item)
    {
        lock (_gate)
        {
            if (_parked.Add(item.Id))
            {
                (_taken, _begun) = (_taken - 1, _begun + 1);
            }
        }
    }

    /// <summary>Ends a result that was taken.</summary>
    internal void Handled(SharedResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        lock (_gate)
        {
            EndOne(ref _taken);
        }
    }

    /// <summary>
    /// Begins something other than an item that may offer items, for example a file that waits for results: the work is
    /// not done until <see cref="End"/>.
    /// </summary>
    internal void Begin()
    {
        lock (_gate)
        {
            _begun++;
        }
    }

    /// <summary>Ends what <see cref="Begin"/> started.</summary>
    internal void End()
    {
        lock (_gate)
        {
            EndOne(ref _begun);
        }
    }

    /// <summary>
    /// True if a taker can stop working on an item because another rank was faster. It must still end it by
    /// <see cref="Done"/>, and soon, because files wait for that.
    /// </summary>
    internal bool IsRevoked(WorkId id)
    {
        lock (_gate)
        {
            return _revoked.Contains(id);
        }
    }

    /// <summary>Asks all ranks to stop; only the first request counts.</summary>
    /// <param name="code">Code for the other ranks: 1 to 255, for example the exit code.</param>
    internal void RequestStop(int code)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(code, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(code, 255);
        bool isFirst;
        lock (_gate)
        {
            isFirst = StopAll(new StopRequest(Rank, code));
            News();
        }

        if (isFirst)
        {
            Stopped(Stop!);
        }
    }

    /// <summary>
    /// Stops this rank alone, because rank 0 can no longer be reached. Does nothing after the work is done.
    /// </summary>
    /// <param name="code">Code as in <see cref="RequestStop"/>.</param>
    internal void GiveUp(int code)
    {
        lock (_gate)
        {
            if (_isDone)
            {
                return;
            }

            _isDone = true;
        }

        RequestStop(code);
    }

    /// <summary>
    /// Number of items waiting on this rank: a thread that creates many does some itself rather than create more.
    /// </summary>
    internal int Surplus
    {
        get
        {
            lock (_gate)
            {
                return _surplus.Count + _foreign.Count;
            }
        }
    }

    private SharedWork? TakeNow(WorkKinds kinds)
    {
        SharedWork? work = null;
        if (kinds.HasFlag(WorkKinds.Results) && _mail.TryDequeue(out SharedResult? result))
        {
            work = new SharedWork.Came(result);
        }
        else if (TakeFrom(_received, kinds, static item => item.Next, _received.First) is { } given)
        {
            work = new SharedWork.Todo(given);
        }
        else if (HasOwn(kinds) && TakeFrom(_surplus, kinds, static item => item.Previous, _surplus.Last) is { } own)
        {
            _waiting[(int)own.Kind]--;
            work = new SharedWork.Todo(own);
        }

        if (work is not null)
        {
            _taken++;
        }
        else if (Wants > _toldWants)
        {
            News();
        }

        return work;
    }

    private bool HasOwn(WorkKinds kinds)
    {
        for (int kind = 0; kind < _waiting.Length; kind++)
        {
            if (_waiting[kind] > 0 && kinds.HasFlag((WorkKinds)(1 << kind)))
            {
                return true;
            }
        }

        return false;
    }

    private static SharedItem? TakeFrom(
        LinkedList<SharedItem> items, WorkKinds kinds, Func<LinkedListNode<SharedItem>, LinkedListNode<SharedItem>?> next, LinkedListNode<SharedItem>? first)
    {
        for (LinkedListNode<SharedItem>? node = first; node is not null; node = next(node))
        {
            if (kinds.HasFlag((WorkKinds)(1 << (int)node.Value.Kind)))
            {
                items.Remove(node);
                return node.Value;
            }
        }

        return null;
    }

    private void EndOne(ref int count)
    {
        if (--count < 0)
        {
            throw new InvalidOperationException("more work was ended than was begun");
        }

        if (IsIdle)
        {
            News();
        }
    }

    // Items of the pool stay known: the thread that took one ends it.
    private bool StopAll(StopRequest request)
    {
        if (Stop is not null)
        {
            return false;
        }

        Stop = request;
        LetGoOfReceived();
        Array.Clear(_waiting);
        _surplus.Clear();
        _foreign.Clear();
        _mail.Clear();
        Monitor.PulseAll(_gate);
        return true;
    }

    private void LetGoOfReceived()
    {
        foreach (SharedItem item in _received)
        {
            _fromPool.Remove(item.Id);
            _outcomes.Enqueue(new WorkOutcome(item.Id, Result: null));
        }

        _received.Clear();
    }

    private void Wake()
    {
        lock (_gate)
        {
            Monitor.PulseAll(_gate);
        }
    }
}
