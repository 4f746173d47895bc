using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Landspeed.Engine;

/// <content>
/// The worker threads: claim a request, execute it, add it to the completed ones, and sleep when there is none.
/// </content>
internal sealed unsafe partial class ThreadEngine
{
    // A worker's frames need a few KiB; the runtime's signal handlers run on their own stack.
    private const int WorkerStackLength = 256 * 1024;

    // How often a worker without work yields before it sleeps: 3. Usually the owner has just been woken by this
    // worker's completion and is about to queue the next request, which saves a sleep and a wake: 1.5 to 1.8 rather
    // than 2.0 switches per request. The owner itself sleeps at once: yielding there saved even more CPU time, but next
    // to a busy process it costs the owner a whole time slice at each reap.
    private const int YieldsBeforeSleep = 3;

    private volatile bool _stopping;

    private void StartWorkers()
    {
        int started = 0;
        try
        {
            for (; started < _workers.Length; started++)
            {
                string name = string.Create(CultureInfo.InvariantCulture, $"file io {started}");
                _workers[started] = Threads.Start(Work, name, WorkerStackLength);
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
            for (int count = 0; count < YieldsBeforeSleep; count++)
            {
                Thread.Yield();
                RunQueued();
            }

            int number = _bell.Enter();
            if (_stopping)
            {
                return;
            }

            SleepUnlessQueued(number);
        }
    }

    private void SleepUnlessQueued(int number)
    {
        // After it has announced its sleep, the worker checks once more: requests queued before the announcement rang
        // no bell.
        if (_queue.TryClaim(out int slot))
        {
            _bell.Leave();
            Run(slot);
            return;
        }

        _bell.Sleep(number);
        _bell.Leave();
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
        _slots[slot].Result = _files.Run(_calls, _slots[slot].Request);
        _slots[slot].CompletedAt = Stopwatch.GetTimestamp();
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
