namespace Landspeed.Experiments.Judging;

/// <summary>What was observed of the thread pool each time that one of its timed work items started.</summary>
/// <param name="ThreadsMost">Maximum number of threads.</param>
/// <param name="ThreadsLast">Threads at the last check.</param>
internal readonly record struct PoolTally(int ThreadsMost, int ThreadsLast)
{
    /// <summary>Work items that were timed.</summary>
    internal int Timed { get; init; }

    /// <summary>Time from call to start, over all of them, nanoseconds.</summary>
    internal double WaitNs { get; init; }

    /// <summary>Total increase of the number of threads from check to check.</summary>
    internal int Injected { get; init; }

    /// <summary>Adds one more work item that started.</summary>
    /// <param name="threads">Threads of the pool.</param>
    /// <param name="waitNs">How long the item waited.</param>
    internal PoolTally Saw(int threads, double waitNs) => this with
    {
        ThreadsMost = Math.Max(ThreadsMost, threads),
        ThreadsLast = threads,
        Timed = Timed + 1,
        WaitNs = WaitNs + waitNs,
        Injected = Injected + Math.Max(0, threads - ThreadsLast),
    };
}
