namespace Landspeed.Copying.Sharing;

/// <summary>
/// One rank's share of the work: what its threads make and take, and what goes to the pool and comes from it. Ends when the work of all ranks is done.
/// </summary>
/// <remarks>
/// <para>
/// Safe for all threads, but <see cref="Ask"/> and <see cref="Answer"/> belong to the one that carries questions, see <see cref="SharingLoop"/>.
/// Everything is offered by somebody who holds work: between <see cref="Take(CancellationToken)"/> and <see cref="Done"/> or <see cref="Handled"/>, or between <see cref="Begin"/> and <see cref="End"/>.
/// Else the others may have ended already.
/// </para>
/// <para>
/// A thread must not wait for the result of an item other than in <see cref="Take(CancellationToken)"/>, which brings results, too: all threads of all ranks could wait
/// so for each other.
/// </para>
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

    /// <summary>A share without work.</summary>
    /// <param name="rank">This rank.</param>
    /// <param name="size">How many ranks there are.</param>
    /// <param name="slots">How many items this rank can do at a time: 1 or more, as a rule its threads that take some.</param>
    internal WorkShare(int rank, int size, int slots)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(slots, 1);
        (Rank, Size, _slots) = (rank, size, slots);

        // Until the pool has said more, the others have nothing: a directory may be listed, and kept, before they can ask.
        _hasDemand = size > 1;
    }

    /// <summary>This rank.</summary>
    internal int Rank { get; }

    /// <summary>How many ranks there are.</summary>
    internal int Size { get; }

    /// <summary>Why all come to their end before the work is done; null: they don't.</summary>
    internal StopRequest? Stop { get; private set; }

    /// <summary>Called once on the thread that learns of a stop, this rank's own included; must be short.</summary>
    internal Action<StopRequest> Stopped { get; init; } = static _ => { };

    /// <summary>
    /// How many more items are to be offered now, because others have nothing to do or soon will: whoever would rather keep work to itself offers
    /// that many.
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

    /// <summary>Makes an item, which this rank or another will do.</summary>
    /// <param name="kind">What is to be done.</param>
    /// <param name="payload">What the taker must know; not changed afterwards.</param>
    /// <param name="avoids">The rank that does not get it, unless there is no other.</param>
    /// <param name="avoidsToo">Further ones, see <see cref="SharedResult.Also"/>; unless all ranks would be avoided.</param>
    /// <returns>Its name, which its result will carry. After a stop it is never done.</returns>
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

    /// <summary>Takes what is to be done next, and waits for it.</summary>
    /// <param name="stop">Ends the wait.</param>
    /// <returns>
    /// Results before items, those that the pool gave before own ones, of which the one that was offered last; null: there is and will be nothing, or
    /// all are to stop.
    /// </returns>
    /// <exception cref="OperationCanceledException">The token was cancelled. Nothing was taken.</exception>
    internal SharedWork? Take(CancellationToken stop = default) => Take(WorkKinds.All, stop);

    /// <summary>The same for a thread that does some kinds of work only.</summary>
    /// <param name="kinds">What it takes.</param>
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

    /// <summary>The same without waiting; null: there is nothing now.</summary>
    internal SharedWork? TryTake(WorkKinds kinds = WorkKinds.All)
    {
        lock (_gate)
        {
            return TakeNow(kinds);
        }
    }

    /// <summary>An item that was taken has been dealt with.</summary>
    /// <param name="item">The item.</param>
    /// <param name="result">What its home must know, for <see cref="SharedWork.Came"/> there; null: nobody waits.</param>
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
    /// An item that was taken waits for results of others: its thread is free again, and this rank can begin one more. It is ended by <see cref="Done"/> all the same.
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

    /// <summary>A result that was taken has been dealt with.</summary>
    internal void Handled(SharedResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        lock (_gate)
        {
            EndOne(ref _taken);
        }
    }

    /// <summary>Something begins on this rank that is no item and may offer some, for example a file that waits for results: until <see cref="End"/> the work is not done.</summary>
    internal void Begin()
    {
        lock (_gate)
        {
            _begun++;
        }
    }

    /// <summary>Ends what <see cref="Begin"/> began.</summary>
    internal void End()
    {
        lock (_gate)
        {
            EndOne(ref _begun);
        }
    }

    /// <summary>Whether a taker need not go on with an item: another was faster. It ends it by <see cref="Done"/> all the same, and soon: files wait for that.</summary>
    internal bool IsRevoked(WorkId id)
    {
        lock (_gate)
        {
            return _revoked.Contains(id);
        }
    }

    /// <summary>Asks all ranks to stop; the first request counts.</summary>
    /// <param name="code">For the others: 1 to 255, for example the exit code.</param>
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

    /// <summary>Rank 0 cannot be reached any more: this rank comes to its end alone. Does nothing after the work is done.</summary>
    /// <param name="code">As of <see cref="RequestStop"/>.</param>
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

    /// <summary>How many items wait on this rank: whoever makes many does some itself instead of making more.</summary>
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

    // Items of the pool stay known: who has taken one ends it.
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
