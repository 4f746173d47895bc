using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Processing;

/// <summary>Processes a directory with one of the strategies.</summary>
/// <remarks>Safe for all threads; each call has its own threads, which have ended when it returns.</remarks>
internal static class Processor
{
    /// <summary>Reads each file, works on each of its lines, and writes the results.</summary>
    /// <param name="task">What to process, the target and the settings.</param>
    /// <param name="monitor">Stops it; receives the progress.</param>
    /// <returns>Bytes and lines.</returns>
    /// <exception cref="IOException">A file cannot be read or written; what was written so far remains.</exception>
    /// <exception cref="UnauthorizedAccessException">A file cannot be read or written; what was written so far
    /// remains.</exception>
    /// <exception cref="ExperimentException">A file changed its length, or is too long to be buffered.</exception>
    /// <exception cref="OperationCanceledException">Stopped; what was written so far remains.</exception>
    public static ProcessResult Run(ProcessTask task, ProgressMonitor monitor)
    {
        ArgumentNullException.ThrowIfNull(task);
        ArgumentNullException.ThrowIfNull(monitor);
        var tally = new ProcessTally(monitor, task.Input.TotalBytes);
        long memory = task.Settings.Strategy switch
        {
            ProcessStrategy.Streaming => FileThreads.Run(
                task, stop => new StreamingWork(task, tally, stop), monitor.Stop),
            ProcessStrategy.StreamReader => FileThreads.Run(
                task, stop => new ReaderWork(task, tally, stop), monitor.Stop),
            ProcessStrategy.Buffering => FileThreads.Run(
                task, stop => new BufferingWork(task, tally, stop), monitor.Stop),
            _ => Pipeline.Run(task, tally, monitor.Stop),
        };
        return new ProcessResult(tally.Bytes, tally.Lines, memory);
    }
}
