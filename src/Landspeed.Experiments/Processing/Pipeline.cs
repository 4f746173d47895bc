using Landspeed.Experiments.Rounds;
namespace Landspeed.Experiments.Processing;

/// <summary>
/// Uses one thread to keep the device busy, and the others to work: small files are fetched ahead of the workers, large
/// ones pass through a ring of buffers with many direct reads and writes in flight.
/// </summary>
internal static class Pipeline
{
    /// <summary>
    /// Maximum size of a small file, 1,048,576 bytes: it is fetched and written in one piece, and a direct transfer
    /// would cost more than it saves.
    /// </summary>
    internal const int SmallFile = 1 << 20;

    /// <summary>Processes all files, the small ones first.</summary>
    /// <param name="task">The files, and the number of workers.</param>
    /// <param name="tally">Counts the work done.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>Native memory used, bytes.</returns>
    internal static long Run(ProcessTask task, ProcessTally tally, CancellationToken stop)
    {
        ILookup<bool, int> isSmall = Enumerable.Range(0, task.Input.Files.Count)
            .ToLookup(index => task.Input.Files[index].Length <= SmallFile);
        int[] small = [.. isSmall[true]];
        int[] large = [.. isSmall[false]];
        long forSmall = small.Length == 0 ? 0 : SmallFiles.Run(task, small, tally, stop);
        long forLarge = large.Length == 0 ? 0 : LargeFiles.Run(task, large, tally, stop);
        return Math.Max(forSmall, forLarge);
    }
}
