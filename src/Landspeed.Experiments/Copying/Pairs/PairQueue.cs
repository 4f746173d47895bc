using Landspeed.Files.Trees;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>
/// Compares entries with several threads, and passes the findings on in the order in which the entries were added.
/// </summary>
/// <remarks>
/// Entries are added by one thread, which waits while too many batches are unfinished: that bounds both the memory and
/// the directories that are open.
/// </remarks>
internal sealed class PairQueue : IDisposable
{
    private readonly Func<PairComparer> _makeComparer;
    private readonly Action<PairFinding> _found;
    private readonly object _turn = new();
    private readonly Queue<PairBatch> _ordered = new();
    private readonly Queue<PairBatch> _waiting = new();
    private readonly List<Thread> _threads = [];
    private bool _isComplete;
    private Exception? _failure;

    /// <summary>Starts the threads.</summary>
    /// <param name="threads">Their number.</param>
    /// <param name="makeComparer">Makes the comparer of one thread.</param>
    /// <param name="found">Receives each finding, on one thread at a time.</param>
    internal PairQueue(int threads, Func<PairComparer> makeComparer, Action<PairFinding> found)
    {
        (_makeComparer, _found) = (makeComparer, found);
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

    /// <summary>Adds entries; waits while many are unfinished.</summary>
    internal void Add(PairBatch batch)
    {
        lock (_turn)
        {
            while (_ordered.Count >= DescriptorBudget.BusyPairs && _failure is null)
            {
                Monitor.Wait(_turn);
            }

            _ordered.Enqueue(batch);
            _waiting.Enqueue(batch);
            Monitor.PulseAll(_turn);
        }
    }

    /// <summary>Waits until all entries are compared and passed on. Nothing may be added any more.</summary>
    internal void Complete()
    {
        Dispose();
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

                batch.End(index, finding);
                if (batch.IsDone)
                {
                    PassOn();
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

            PairBatch batch = _waiting.Peek();
            index = batch.Next++;
            if (batch.Next == batch.Items.Count)
            {
                _waiting.Dequeue();
            }

            return batch;
        }
    }

    private void PassOn()
    {
        lock (_turn)
        {
            while (_ordered.TryPeek(out PairBatch? first) && first.IsDone)
            {
                _ordered.Dequeue();
                try
                {
                    foreach (PairFinding finding in first.Findings.OfType<PairFinding>())
                    {
                        _found(finding);
                    }
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
