using System.Diagnostics;
using Landspeed.Platform;
using Landspeed.Results.Blocks;

namespace Landspeed.Experiments.Blocks;

/// <summary>The blocks of one run: its journal, and what each of its workers writes and finds.</summary>
/// <remarks>For use by the thread that directs the run, except where workers are named.</remarks>
internal sealed class BlockSession : IDisposable
{
    // Each record is durable before the next, which disturbs the run: not more often than once per second.
    private static readonly long s_pause = Stopwatch.Frequency;

    private readonly BlockJournal _journal;
    private readonly BlockStates _states;
    private readonly BlockRun? _run;
    private readonly WorkerBlocks?[] _workers;
    private readonly BlockFaults _faults = new();
    private readonly FilePath _path;
    private long _nextMark;

    private BlockSession(FilePath path, BlockJournal journal, BlockStates states, BlockRun? run, int workers)
    {
        (_path, _journal, _states, _run) = (path, journal, states, run);
        _workers = new WorkerBlocks?[workers];
    }

    /// <summary>Begins a run.</summary>
    /// <param name="setup">What it does.</param>
    /// <param name="stop">Ends the beginning.</param>
    /// <exception cref="ExperimentException">There is no such journal, or it does not fit.</exception>
    /// <exception cref="NativeIOException">The journal cannot be read or written.</exception>
    internal static BlockSession Begin(BlockSetup setup, CancellationToken stop)
    {
        BlockJournal journal = setup.Writes is null
            ? BlockJournal.Open(setup.Journal, FileAccessKind.Read)
            : BlockPlan.OpenToWrite(setup);
        try
        {
            var states = BlockStates.Of(journal, setup.FileBytes, stop);
            BlockRun? run = setup.Writes is { } writes ? writes with { Generation = journal.Runs.Count + 1 } : null;
            if (run is not null)
            {
                journal.Begin(run);
            }

            return new BlockSession(setup.Journal, journal, states, run, setup.Workers);
        }
        catch
        {
            journal.Dispose();
            throw;
        }
    }

    /// <summary>Makes the part of a worker; for that worker's thread.</summary>
    /// <param name="worker">Zero-based worker.</param>
    /// <param name="slots">Most requests in flight.</param>
    internal WorkerBlocks Of(int worker, int slots) =>
        _workers[worker] = new WorkerBlocks(_states, _run?.Generation ?? 0, worker, slots);

    /// <summary>Records what is durable, if a write is durable when it ends; at most once per second.</summary>
    /// <exception cref="NativeIOException">It cannot be recorded.</exception>
    internal void Acknowledge()
    {
        long now = Stopwatch.GetTimestamp();
        if (_run is not null && now >= _nextMark)
        {
            _journal.Acknowledge(new BlockMark { Generation = _run.Generation, Workers = Ended() });
            _nextMark = Stopwatch.GetTimestamp() + s_pause;
        }
    }

    /// <summary>Records that all writes have ended, and are durable.</summary>
    /// <exception cref="NativeIOException">It cannot be recorded.</exception>
    internal void End()
    {
        if (_run is null)
        {
            return;
        }

        foreach (WorkerBlocks? worker in _workers)
        {
            worker?.Look(now: 0);
        }

        _journal.Acknowledge(new BlockMark { Generation = _run.Generation, Workers = Ended(), HasEnded = true });
    }

    /// <summary>Reports blocks that must be there although the file ends before them.</summary>
    /// <param name="fileBytes">Length of the file.</param>
    internal void CheckEnd(long fileBytes) => new BlockChecker(_states, _faults).CheckEnd(fileBytes);

    /// <summary>Returns what was written and found, once the workers have ended.</summary>
    internal BlocksRecord ToRecord()
    {
        var all = new BlockFaults();
        all.Merge(_faults);
        foreach (WorkerBlocks? worker in _workers)
        {
            all.Merge(worker!.Faults);
        }

        return new BlocksRecord
        {
            Journal = _path.Display,
            Generation = _run?.Generation,
            BlockBytes = _states.BlockBytes,
            Written = _workers.Sum(worker => worker!.Written),
            Waited = _workers.Sum(worker => worker!.Waited),
            Checked = all.Checked,
            NeverWritten = all.NeverWritten,
            Unacknowledged = all.Unacknowledged,
            Wrong = all.Counts,
            Faults = all.Listed,
        };
    }

    /// <summary>Closes the journal.</summary>
    public void Dispose() => _journal.Dispose();

    private BlockOrder[] Ended() => [.. _workers.Select(worker => worker?.Ended ?? default)];
}

/// <summary>What a run does to blocks.</summary>
internal sealed record BlockSetup
{
    /// <summary>The file, for people who read the journal.</summary>
    internal required FilePath File { get; init; }

    /// <summary>Its length, bytes.</summary>
    internal required long FileBytes { get; init; }

    /// <summary>The journal.</summary>
    internal required FilePath Journal { get; init; }

    /// <summary>What it writes, without its number, or null if it only reads.</summary>
    internal BlockRun? Writes { get; init; }

    /// <summary>Number of its workers.</summary>
    internal required int Workers { get; init; }
}
