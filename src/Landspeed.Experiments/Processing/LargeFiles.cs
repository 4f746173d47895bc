using System.Collections.Concurrent;
using Landspeed.Engine;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files.Transfers;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// The pipeline for large files: a ring of buffers, each of which is read into, processed by whichever thread is free,
/// and written, while requests for the others are in flight. It moves pieces instead of lines: the work on a line may
/// be done in two pieces, so that memory use stays the same even for a file that is one line.
/// </summary>
/// <remarks>For use by the thread that creates it, except the workers that it starts.</remarks>
internal sealed class LargeFiles : IDisposable
{
    // 32 × 512 KiB = 16 MiB: 8 reads and 8 writes of a size that suits devices, and the same number of pieces for
    // workers.
    private const int PieceSize = 512 * 1024;
    private const int PieceCount = 32;

    private readonly ProcessTask _task;
    private readonly ProcessTally _tally;
    private readonly Queue<int> _files;
    private readonly TransferRing _ring = new(IoEngines.CreateBest(PieceCount, out _), PieceCount, PieceSize);
    private readonly PipeSlot[] _slots;
    private readonly Stack<PipeSlot> _free;
    private readonly BlockingCollection<PipeSlot> _toWork = [];
    private readonly ConcurrentQueue<PipeSlot> _worked = [];
    private readonly AutoResetEvent _anyWorked = new(initialState: false);
    private readonly HashSet<LargeFile> _open = [];
    private readonly IEngineWaker _waker;
    private LargeFile? _current;
    private int _atWork;

    private LargeFiles(ProcessTask task, int[] files, ProcessTally tally)
    {
        (_task, _tally, _files) = (task, tally, new Queue<int>(files));
        _slots = [.. Enumerable.Range(0, PieceCount).Select(index => new PipeSlot(index, _ring.AddressOf(index)))];
        _free = new Stack<PipeSlot>(_slots);
        _waker = _ring.Engine.CreateWaker();
    }

    /// <summary>Processes the given files.</summary>
    /// <returns>Native memory used, bytes.</returns>
    internal static long Run(ProcessTask task, int[] files, ProcessTally tally, CancellationToken stop)
    {
        using var pipeline = new LargeFiles(task, files, tally);
        using var threads = new WorkerThreads(stop);
        using CancellationTokenRegistration stopped = threads.Stop.Register(() => pipeline._anyWorked.Set());
        for (int number = 0; number < task.Settings.Threads; number++)
        {
            threads.Start(() => pipeline.Work(threads.Stop));
        }

        threads.Guard(() => pipeline.Move(threads.Stop));
        pipeline._toWork.CompleteAdding();
        threads.Join();
        return pipeline._ring.MemoryLength;
    }

    // Ends when nothing is in flight, being processed, or left to read.
    private void Move(CancellationToken stop)
    {
        while (true)
        {
            stop.ThrowIfCancellationRequested();
            WriteWhatIsWorked();
            ReadIntoFree();
            if (!_ring.IsIdle)
            {
                foreach (int ended in _ring.Reap())
                {
                    Settle(_slots[ended], _ring.TransferOf(ended));
                }
            }
            else if (_atWork > 0)
            {
                _anyWorked.WaitOne();
            }
            else
            {
                return;
            }
        }
    }

    private void ReadIntoFree()
    {
        while (_free.Count > 0 && NextFile() is { } file)
        {
            PipeSlot slot = _free.Pop();
            _ring.Start(slot.Index, slot.Read(file, PieceSize));
        }
    }

    private LargeFile? NextFile()
    {
        if ((_current is null || _current.Next == _current.Length) && _files.TryDequeue(out int index))
        {
            _current = LargeFile.Open(_ring.Engine, _task, index);
            _open.Add(_current);
        }

        return _current is { } file && file.Next < file.Length ? file : null;
    }

    private void WriteWhatIsWorked()
    {
        while (_worked.TryDequeue(out PipeSlot? slot))
        {
            _atWork--;
            _ring.Start(slot.Index, slot.Write());
        }
    }

    private void Settle(PipeSlot slot, in Transfer transfer)
    {
        switch (transfer.State)
        {
            case TransferState.Done when slot.IsWriting:
                Release(slot);
                break;
            case TransferState.Done:
                _atWork++;
                _toWork.Add(slot);
                break;
            case TransferState.EndOfFile:
                throw InputChanges.Shorter(
                    slot.File.Source.Path, slot.File.Length, slot.Offset + transfer.Moved);
            default:
                throw RequestErrors.Describe(
                    slot.IsWriting ? "write" : "read",
                    slot.IsWriting ? slot.File.Target : slot.File.Source,
                    transfer);
        }
    }

    private void Release(PipeSlot slot)
    {
        _tally.Add(slot.Length, slot.Lines);
        if (slot.File.Wrote(slot.Length))
        {
            slot.File.Complete();
            slot.File.Dispose();
            _open.Remove(slot.File);
        }

        _free.Push(slot);
    }

    private void Work(CancellationToken stop)
    {
        foreach (PipeSlot slot in _toWork.GetConsumingEnumerable(stop))
        {
            int open = slot.IsLast && LineWork.EndsOpen(slot.Bytes) ? 1 : 0;
            slot.Lines = LineWork.Encrypt(slot.Bytes, _task.Settings.Passes, stop) + open;
            _worked.Enqueue(slot);
            _anyWorked.Set();
            _waker.Wake();
        }
    }

    /// <summary>Waits for requests in flight and closes everything; the workers have ended.</summary>
    public void Dispose()
    {
        while (!_ring.IsIdle)
        {
            _ring.Reap();
        }

        foreach (LargeFile file in _open)
        {
            file.Dispose();
        }

        _ring.Dispose();
        _toWork.Dispose();
        _anyWorked.Dispose();
    }
}
