namespace Landspeed.Experiments.Measuring;

/// <summary>Which engine carries out the requests.</summary>
public enum EngineChoice
{
    /// <summary>io_uring, or threads where it is not to be had; the result says which and why.</summary>
    Automatic,

    /// <summary>io_uring or failure.</summary>
    Uring,

    /// <summary>Dedicated threads.</summary>
    Threads,

    /// <summary>The worker itself; queue depth 1.</summary>
    Synchronous,
}
