using Landspeed.Files.Trees;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>
/// Compares entries with several threads, and with other ranks if there are any, and passes the findings on in the
/// order in which the entries were added.
/// </summary>
/// <remarks>
/// Entries are added by one thread, which waits while too many batches are unfinished: that bounds both the memory and
/// the directories that are open.
/// </remarks>
internal sealed class PairQueue : IDisposable
{
    // A large file holds up the findings of all entries behind it.
    private const int MostEntries = 20 << 10;

    private readonly Func<PairComparer> _makeComparer;
    private readonly Action<PairBatch> _done;
    private readonly object _turn = new();
    private readonly Queue<PairBatch> _ordered = new();
    private readonly LinkedList<PairBatch> _waiting = new();
    private readonly List<Thread> _threads = [];
    private int _open;
    private int _lent;
    private int _entries;
    private bool _isComplete;
    private Exception? _failure;

    /// <summary>Starts the threads.</summary>
    /// <param name="threads">Their number.</param>
    /// <param name="makeComparer">Makes the comparer of one thread.</param>
    /// <param name="done">Receives each batch when its entries are compared, on one thread at a time.</param>
    internal PairQueue(int threads, Func<PairComparer> makeComparer, Action<PairBatch> done)
    {
        (_makeComparer, _done) = (makeComparer, done);
        try
        {
            while (_threads.Count < threads)
            {
                _threads.Add(Threads.Start(Work, "landspeed verification"));
            }
        }
        catch (NativeIOException) when (_threads.Count > 0)
        {
            // The threads that could be started compare everything.
        }
    }

    /// <summary>True if comparing failed; <see cref="Complete"/> throws why.</summary>
    internal bool HasFailed => _failure is not null;

    /// <summary>Adds entries; waits while many are unfinished.</summary>
    internal void Add(PairBatch batch)
    {
        lock (_turn)
        {
            while ((_open >= DescriptorBudget.BusyPairs || _entries >= MostEntries) && _failure is null)
            {
                Monitor.Wait(_turn);
            }

            _open++;
            _entries += batch.Items.Count;
            _ordered.Enqueue(batch);
            _waiting.AddLast(batch);
            Monitor.PulseAll(_turn);
        }
    }

    /// <summary>Takes a batch for another rank, which ends it by <see cref="Return"/>.</summary>
    /// <param name="isOver">True if there will be no more.</param>
    /// <returns>The batch, whose directories are closed; null if there is none now.</returns>
    internal PairBatch? TryLend(out bool isOver)
    {
        lock (_turn)
        {
            LinkedListNode<PairBatch>? node = _waiting.First;
            while (node is not null && (node.Value.Next > 0 || node.Value.Items[0].Ready is not null))
            {
                node = node.Next;
            }

            isOver = (node is null && _isComplete) || _failure is not null;
            if (node is null || isOver)
            {
                return null;
            }

            _waiting.Remove(node);
            _open--;
            _lent++;
            node.Value.Lend();
            Monitor.PulseAll(_turn);
            return node.Value;
        }
    }

    /// <summary>Takes back what another rank compared.</summary>
    internal void Return(PairBatch batch, IReadOnlyList<PairFinding?> findings)
    {
        foreach ((int index, PairFinding? finding) in findings.Index())
        {
            batch.End(index, finding);
        }

        PassOn(batch);
    }

    /// <summary>Waits until all entries are compared and passed on. Nothing may be added any more.</summary>
    internal void Complete()
    {
        Dispose();
        lock (_turn)
        {
            while (_lent > 0 && _failure is null)
            {
                Monitor.Wait(_turn);
            }
        }

        if (_failure is not null)
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(_failure);
        }
    }

    /// <summary>Ends the threads once they have compared what was added.</summary>
    public void Dispose()
    {
        lock (_turn)
        {
            _isComplete = true;
            Monitor.PulseAll(_turn);
        }

        _threads.ForEach(thread => thread.Join());
        _threads.Clear();
    }

    private void Work()
    {
        PairComparer? comparer = null;
        try
        {
            while (Take(out int index) is { } batch)
            {
                PairFinding? finding = null;
                try
                {
                    comparer ??= _makeComparer();
                    finding = _failure is null ? comparer.Compare(batch, batch.Items[index]) : null;
                }
#pragma warning disable CA1031 // the thread goes on taking entries, otherwise the walk would wait for ever
                catch (Exception mistake)
#pragma warning restore CA1031
                {
                    _failure ??= mistake;
                }

                if (batch.End(index, finding))
                {
                    PassOn(batch);
                }
            }
        }
        finally
        {
            comparer?.Dispose();
        }
    }

    private PairBatch? Take(out int index)
    {
        index = 0;
        lock (_turn)
        {
            while (_waiting.Count == 0)
            {
                if (_isComplete)
                {
                    return null;
                }

                Monitor.Wait(_turn);
            }

            PairBatch batch = _waiting.First!.Value;
            index = batch.Next++;
            if (batch.Next == batch.Items.Count)
            {
                _waiting.RemoveFirst();
            }

            return batch;
        }
    }

    private void PassOn(PairBatch done)
    {
        lock (_turn)
        {
            (_open, _lent) = done.IsLent ? (_open, _lent - 1) : (_open - 1, _lent);
            while (_ordered.TryPeek(out PairBatch? first) && first.IsDone)
            {
                _ordered.Dequeue();
                _entries -= first.Items.Count;
                try
                {
                    _done(first);
                }
#pragma warning disable CA1031 // it is thrown where the walk ends
                catch (Exception mistake)
#pragma warning restore CA1031
                {
                    _failure ??= mistake;
                }
            }

            Monitor.PulseAll(_turn);
        }
    }
}
