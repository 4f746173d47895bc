using Landspeed.Experiments.Workfiles;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// Runs threads that each take a file until none is left: used by all strategies except the pipeline.
/// </summary>
internal static class FileThreads
{
    /// <summary>Processes all files.</summary>
    /// <param name="task">The files, and the number of threads.</param>
    /// <param name="create">Creates the work that a thread does with files; called on that thread.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>Native memory used: none.</returns>
    internal static long Run(ProcessTask task, Func<CancellationToken, IFileWork> create, CancellationToken stop)
    {
        int taken = 0;
        int files = task.Input.Files.Count;
        bool isFixed = task.Settings.Distribution == FileDistribution.Fixed;
        WorkerThreads.Run(
            task.Settings.Threads,
            (number, ended) =>
            {
                IFileWork work = create(ended);
                for (int next = First(number); next < files; next = isFixed ? next + task.Settings.Threads : First(number))
                {
                    ended.ThrowIfCancellationRequested();
                    work.Process(next);
                }
            },
            stop);
        return 0;

        int First(int number) => isFixed ? number : Interlocked.Increment(ref taken) - 1;
    }
}
