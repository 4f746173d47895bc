using System.Runtime.ExceptionServices;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Threads that work on one thing: the first failure stops all, and is the one that is reported.</summary>
internal sealed class WorkerThreads : IDisposable
{
    private readonly CancellationTokenSource _stop;
    private readonly List<Thread> _threads = [];
    private ExceptionDispatchInfo? _failure;

    /// <summary>Initialises the group without starting threads.</summary>
    /// <param name="stop">Stops them all.</param>
    internal WorkerThreads(CancellationToken stop)
    {
        _stop = CancellationTokenSource.CreateLinkedTokenSource(stop);
    }

    /// <summary>Set if the work was stopped, or one of the threads failed.</summary>
    internal CancellationToken Stop => _stop.Token;

    /// <summary>Does work on several threads, and waits for all.</summary>
    /// <param name="count">Number of threads.</param>
    /// <param name="work">The work of each thread, which receives its number and the token that ends it early.</param>
    /// <param name="stop">Stops them all.</param>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    /// <remarks>Throws the exception of the first thread that failed.</remarks>
    internal static void Run(int count, Action<int, CancellationToken> work, CancellationToken stop)
    {
        using var threads = new WorkerThreads(stop);
        for (int index = 0; index < count; index++)
        {
            int number = index;
            threads.Start(() => work(number, threads.Stop));
        }

        threads.Join();
    }

    /// <summary>Starts a thread; if the system refuses, that is the failure that stops all.</summary>
    internal void Start(Action work) =>
        Guard(() => _threads.Add(Threads.Start(() => Guard(work), "landspeed work")));

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

    /// <summary>Waits for all threads, and throws the exception of the first one that failed.</summary>
    internal void Join()
    {
        foreach (Thread thread in _threads)
        {
            thread.Join();
        }

        _failure?.Throw();
    }

    /// <summary>Releases resources; to be called after <see cref="Join"/>.</summary>
    public void Dispose() => _stop.Dispose();
}
