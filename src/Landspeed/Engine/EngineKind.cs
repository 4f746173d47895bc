namespace Landspeed.Engine;

/// <summary>The implementations of <see cref="IIoEngine"/>.</summary>
public enum EngineKind
{
    /// <summary>io_uring: the kernel takes requests from a shared ring.</summary>
    Uring,

    /// <summary>Dedicated threads doing positional reads and writes: works everywhere.</summary>
    Threads,

    /// <summary>The owner's thread, one request after the other.</summary>
    Synchronous,

    /// <summary>For tests: short, failing, late and reordered completions from a seed.</summary>
    Simulated,
}
