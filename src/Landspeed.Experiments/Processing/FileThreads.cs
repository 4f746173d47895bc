namespace Landspeed.Experiments.Processing;

/// <summary>Threads that each take the next file until there is none: streaming and buffering.</summary>
internal static class FileThreads
{
    /// <summary>Processes all files.</summary>
    /// <param name="task">Which, and by how many threads.</param>
    /// <param name="create">Makes what a thread does with a file; called by that thread.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>Native memory used: none.</returns>
    internal static long Run(ProcessTask task, Func<CancellationToken, IFileWork> create, CancellationToken stop)
    {
        int taken = 0;
        using var threads = new WorkerThreads(stop);
        for (int number = 0; number < task.Settings.Threads; number++)
        {
            threads.Start(() =>
            {
                IFileWork work = create(threads.Stop);
                while (Interlocked.Increment(ref taken) is var next && next <= task.Input.Files.Count)
                {
                    threads.Stop.ThrowIfCancellationRequested();
                    work.Process(next - 1);
                }
            });
        }

        threads.Join();
        return 0;
    }
}
