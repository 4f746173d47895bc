using System.Runtime.ExceptionServices;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Threads that work on one thing: the first failure stops all, and is the one that is reported.</summary>
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

    /// <summary>Does work on several threads, and waits for all.</summary>
    /// <param name="count">How many.</param>
    /// <param name="work">What each does: its number, and what ends it early.</param>
    /// <param name="stop">Stops them all.</param>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    /// <remarks>What the first one to fail threw is thrown.</remarks>
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

    /// <summary>Starts a thread; where the system refuses it, that is the failure that stops all.</summary>
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
