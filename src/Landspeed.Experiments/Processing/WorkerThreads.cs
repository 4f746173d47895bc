using System.Runtime.ExceptionServices;

namespace Landspeed.Experiments.Processing;

/// <summary>Threads of one processing: the first failure stops all, and is the one that is told.</summary>
internal sealed class WorkerThreads : IDisposable
{
    private readonly CancellationTokenSource _stop;
    private readonly List<Thread> _threads = [];
    private ExceptionDispatchInfo? _failure;

    /// <summary>Starts none yet.</summary>
    /// <param name="stop">Stops them all.</param>
    internal WorkerThreads(CancellationToken stop)
    {
        _stop = CancellationTokenSource.CreateLinkedTokenSource(stop);
    }

    /// <summary>Set when somebody stopped the work, or one of the threads failed.</summary>
    internal CancellationToken Stop => _stop.Token;

    /// <summary>Starts a thread.</summary>
    internal void Start(Action work)
    {
        var thread = new Thread(() => Guard(work)) { IsBackground = true, Name = "process" };
        _threads.Add(thread);
        thread.Start();
    }

    /// <summary>Does work on the calling thread under the same rule.</summary>
    internal void Guard(Action work)
    {
        try
        {
            work();
        }
        catch (Exception failure)
        {
            // What the others throw because they were stopped comes after what stopped them.
            Interlocked.CompareExchange(ref _failure, ExceptionDispatchInfo.Capture(failure), null);
            _stop.Cancel();
        }
    }

    /// <summary>Waits for all threads, and throws what the first one that failed threw.</summary>
    internal void Join()
    {
        foreach (Thread thread in _threads)
        {
            thread.Join();
        }

        _failure?.Throw();
    }

    /// <summary>After <see cref="Join"/>.</summary>
    public void Dispose() => _stop.Dispose();
}
