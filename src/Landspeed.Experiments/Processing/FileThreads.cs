using Landspeed.Experiments.Workfiles;

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
        WorkerThreads.Run(
            task.Settings.Threads,
            (_, ended) =>
            {
                IFileWork work = create(ended);
                while (Interlocked.Increment(ref taken) is var next && next <= task.Input.Files.Count)
                {
                    ended.ThrowIfCancellationRequested();
                    work.Process(next - 1);
                }
            },
            stop);
        return 0;
    }
}
