namespace Landspeed.Experiments.Judging;

/// <summary>What was seen of the thread pool whenever one of its work items began that was timed.</summary>
/// <param name="ThreadsMost">Threads that it had at most.</param>
/// <param name="ThreadsLast">Threads at the last look.</param>
internal readonly record struct PoolTally(int ThreadsMost, int ThreadsLast)
{
    /// <summary>Work items that were timed.</summary>
    internal int Timed { get; init; }

    /// <summary>Time from call to begin, over all of them, nanoseconds.</summary>
    internal double WaitNs { get; init; }

    /// <summary>By how much the number of threads grew from look to look, in all.</summary>
    internal int Injected { get; init; }

    /// <summary>One more work item began.</summary>
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
