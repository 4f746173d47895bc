using Landspeed.Experiments.Orders;
using static System.FormattableString;

namespace Landspeed.Experiments.Blocks;

/// <summary>What each block of a file must hold at least.</summary>
/// <remarks>
/// Memory: 8 bytes per block. Threads may use different blocks at the same time.
/// </remarks>
internal sealed class BlockStates
{
    /// <summary>The most blocks, for which 2 GiB of memory are needed.</summary>
    internal const long MostBlocks = 1L << 28;

    private readonly ulong[] _versions;
    private readonly bool[] _isOpen;

    private BlockStates(BlockStart start, long blocks, int generations)
    {
        (File, BlockBytes) = (start.Identity, start.BlockBytes);
        _versions = new ulong[blocks];
        _isOpen = new bool[generations + 1];
    }

    /// <summary>Identity of the file.</summary>
    internal ulong File { get; }

    /// <summary>Bytes of a block.</summary>
    internal int BlockBytes { get; }

    /// <summary>Number of blocks that the file has, or may have had.</summary>
    internal long Count => _versions.LongLength;

    /// <summary>Finds out from a journal what was acknowledged.</summary>
    /// <param name="journal">The journal.</param>
    /// <param name="fileBytes">Length of the file.</param>
    /// <param name="stop">Ends it.</param>
    /// <remarks>Takes some 10 ns per acknowledged write.</remarks>
    /// <exception cref="ExperimentException">This machine computes other places than the one that wrote.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal static BlockStates Of(BlockJournal journal, long fileBytes, CancellationToken stop)
    {
        long bytes = journal.Runs.Select(run => run.EndBytes).Append(fileBytes).Max();
        var states = new BlockStates(journal.Start, bytes / journal.Start.BlockBytes, journal.Runs.Count);
        foreach (BlockRun run in journal.Runs)
        {
            states._isOpen[run.Generation] = !journal.HasEnded(run.Generation);
            IReadOnlyList<BlockOrder> acknowledged = journal.AcknowledgedOf(run.Generation);
            foreach ((BlockWorker worker, BlockOrder durable) in run.Workers.Zip(acknowledged))
            {
                if (states.Repeat(run, worker, durable.Writes, stop) != durable)
                {
                    throw new ExperimentException(
                        Outcome.Refused,
                        Invariant($"the places that generation {run.Generation} wrote cannot be computed again here, ")
                        + "because this machine computes powers otherwise: check on the machine that wrote");
                }
            }
        }

        return states;
    }

    /// <summary>Gets what a block must hold at least; no write if nothing is known of it.</summary>
    /// <param name="block">Its number.</param>
    internal BlockVersion this[long block] => new(_versions[block]);

    /// <summary>Records that blocks hold a write.</summary>
    /// <param name="block">The first.</param>
    /// <param name="count">Their number.</param>
    /// <param name="version">The write.</param>
    internal void Set(long block, int count, BlockVersion version) =>
        _versions.AsSpan((int)block, count).Fill(version.Value);

    /// <summary>
    /// Whether a run was interrupted, so that it may have made more writes than were acknowledged.
    /// </summary>
    /// <param name="generation">A number, whether or not there is such a run.</param>
    internal bool WasInterrupted(int generation) => generation < _isOpen.Length && _isOpen[generation];

    private BlockOrder Repeat(BlockRun run, BlockWorker worker, long writes, CancellationToken stop)
    {
        const int WritesPerLook = 1 << 20;
        IOffsetSequence sequence = run.SequenceOf(worker);
        BlockOrder order = default;
        int blocks = run.RequestSize / BlockBytes;
        for (long write = 1; write <= writes; write++)
        {
            long place = worker.Layout.PlaceOf(sequence.Next(1));
            order = order.With(place * run.RequestSize);
            Set(place * blocks, blocks, BlockVersion.Of(run.Generation, write));
            if (write % WritesPerLook == 0)
            {
                stop.ThrowIfCancellationRequested();
            }
        }

        return order;
    }
}
