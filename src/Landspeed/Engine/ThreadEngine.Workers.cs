using System.Globalization;
using System.Runtime.InteropServices;

namespace Landspeed.Engine;

/// <content>The threads: claim, carry out, add to the completed ones; sleep when there is nothing.</content>
public sealed unsafe partial class ThreadEngine
{
    // Frames of a worker need a few KiB; signal handlers of the runtime run on their own stack.
    private const int WorkerStackLength = 256 * 1024;

    private volatile bool _stopping;

    private void StartWorkers()
    {
        int started = 0;
        try
        {
            for (; started < _workers.Length; started++)
            {
                _workers[started] = new Thread(Work, WorkerStackLength)
                {
                    IsBackground = true,
                    Name = string.Create(CultureInfo.InvariantCulture, $"file io {started}"),
                };
                _workers[started].Start();
            }
        }
        catch
        {
            _disposed = true;
            Release(started);
            throw;
        }
    }

    private void Work()
    {
        while (true)
        {
            RunQueued();
            int number = _bell.Enter();
            if (_stopping)
            {
                return;
            }

            if (!_queue.TryClaim(out int slot))
            {
                _bell.Sleep(number);
                _bell.Leave();
            }
            else
            {
                _bell.Leave();
                Run(slot);
            }
        }
    }

    private void RunQueued()
    {
        while (_queue.TryClaim(out int slot))
        {
            Run(slot);
        }
    }

    private void Run(int slot)
    {
        _slots[slot].Result = RequestExecution.Run(_calls, _files, _slots[slot].Request);
        _completed.Add(slot);
    }

    private void Release(int started)
    {
        _stopping = true;
        _bell.Ring(MaximumThreads);
        foreach (Thread worker in _workers.AsSpan(0, started))
        {
            worker.Join();
        }

        _files.Dispose();
        _queue.Free();
        _completed.Free();
        _bell.Free();
        NativeMemory.AlignedFree(_slots);
    }
}
