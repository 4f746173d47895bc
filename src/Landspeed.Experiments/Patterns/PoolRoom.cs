namespace Landspeed.Experiments.Patterns;

/// <summary>Checks that asynchronous methods can get the threads that they need.</summary>
internal static class PoolRoom
{
    // The streams' engines, the timers of the progress, the pool's own watcher.
    private const int Others = 8;

    // The pool tries more threads as long as that seems to finish more calls: up to 10 were seen on 2 CPUs, with one
    // call in flight.
    private const int Enough = 128;

    /// <summary>Ensures that the pool can get its threads: otherwise the runtime would end the process.</summary>
    /// <remarks>Only where a limit is near, the pool is bounded to what there is room for.</remarks>
    /// <exception cref="NativeIOException">A limit of threads or of memory is reached.</exception>
    internal static void Require()
    {
        int least = 2 * Environment.ProcessorCount;
        (int room, NativeIOException? refusal) = ThreadRoom.Find(least + Others + Enough);
        if (refusal is null)
        {
            return;
        }

        if (room < least + Others)
        {
            throw refusal;
        }

        ThreadPool.GetMaxThreads(out _, out int completionPorts);
        ThreadPool.SetMaxThreads(room - Others, completionPorts);
    }
}
