using System.Diagnostics;

namespace Landspeed.Experiments.Blocks;

/// <summary>The blocks of one worker: stamps what it writes, checks what it reads.</summary>
/// <remarks>
/// For use by the worker's thread; others may read <see cref="Ended"/> at the same time. No allocation while it runs.
/// </remarks>
internal sealed class WorkerBlocks
{
    // So far back the order of the writes is known: one that takes longer than so many others delays the next look.
    private const int OrdersPerSlot = 64;

    private static readonly long s_look = Stopwatch.Frequency / 20;

    private readonly BlockStates _states;
    private readonly BlockQueue _queue;
    private readonly BlockChecker _checker;
    private readonly long[] _sequences;
    private readonly long[] _offsets;
    private readonly int _generation;
    private readonly int _worker;
    private readonly BlockOrder[] _orders;
    private readonly Lock _lock = new();
    private BlockOrder _drawn;
    private BlockOrder _ended;
    private long _nextLook;

    /// <summary>Initialises it.</summary>
    /// <param name="states">What the blocks must hold, shared with the other workers.</param>
    /// <param name="generation">Number of the run, or 0 if it only reads.</param>
    /// <param name="worker">Zero-based worker.</param>
    /// <param name="slots">Most requests in flight.</param>
    internal WorkerBlocks(BlockStates states, int generation, int worker, int slots)
    {
        (_states, _generation, _worker) = (states, generation, worker);
        _queue = new BlockQueue(slots);
        _checker = new BlockChecker(states, Faults);
        _sequences = new long[slots];
        _offsets = new long[slots];
        _orders = new BlockOrder[slots * OrdersPerSlot];
    }

    /// <summary>What was found.</summary>
    internal BlockFaults Faults { get; } = new();

    /// <summary>Blocks that were written.</summary>
    internal long Written { get; private set; }

    /// <summary>Requests that waited for another one at the same place.</summary>
    internal long Waited { get; private set; }

    /// <summary>
    /// The writes, from the first, that have ended; all of them if nothing is in flight. As of up to 50 ms ago.
    /// </summary>
    internal BlockOrder Ended
    {
        get
        {
            lock (_lock)
            {
                return _ended;
            }
        }
    }

    /// <summary>Begins a request.</summary>
    /// <param name="slot">A free slot.</param>
    /// <param name="offset">Its place.</param>
    /// <param name="writes">Whether it writes.</param>
    /// <param name="buffer">What it writes, which is stamped; ignored otherwise.</param>
    /// <returns>Whether it may start; otherwise <see cref="TryNext"/> returns it later.</returns>
    internal bool TryStart(int slot, long offset, bool writes, Span<byte> buffer)
    {
        _offsets[slot] = offset;
        if (writes)
        {
            _drawn = _drawn.With(offset);
            _orders[_drawn.Writes % _orders.Length] = _drawn;
            _sequences[slot] = _drawn.Writes;
            var version = BlockVersion.Of(_generation, _drawn.Writes);
            BlockStamp.Write(buffer, new BlockStamp(_states.File, offset, version, _worker));
        }

        bool mayStart = _queue.TryStart(slot, offset, writes);
        Waited += mayStart ? 0 : 1;
        return mayStart;
    }

    /// <summary>Ends a request that succeeded. One that failed never ends.</summary>
    /// <param name="slot">Its slot.</param>
    /// <param name="bytes">What it read or wrote.</param>
    /// <param name="now">The time.</param>
    internal void End(int slot, ReadOnlySpan<byte> bytes, long now)
    {
        if (_sequences[slot] is > 0 and var sequence)
        {
            int blocks = bytes.Length / _states.BlockBytes;
            _states.Set(_offsets[slot] / _states.BlockBytes, blocks, BlockVersion.Of(_generation, sequence));
            _sequences[slot] = 0;
            Written += blocks;
            if (now >= _nextLook)
            {
                Look(now);
            }
        }
        else
        {
            _checker.Check(bytes, _offsets[slot]);
        }

        _queue.End(slot);
    }

    /// <summary>Returns a request that has waited for the place of one that ended, and may start now.</summary>
    /// <param name="ended">The slot of that one.</param>
    /// <param name="slot">The request.</param>
    internal bool TryNext(int ended, out int slot) => _queue.TryNext(_offsets[ended], out slot);

    /// <summary>Takes note of what has ended.</summary>
    /// <param name="now">The time.</param>
    internal void Look(long now)
    {
        _nextLook = now + s_look;
        long ended = _drawn.Writes;
        foreach (long sequence in _sequences)
        {
            ended = sequence > 0 ? Math.Min(ended, sequence - 1) : ended;
        }

        BlockOrder order = _orders[ended % _orders.Length];
        if (order.Writes == ended)
        {
            lock (_lock)
            {
                _ended = order;
            }
        }
    }
}
