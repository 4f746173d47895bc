using Landspeed.Platform;

namespace Landspeed.Experiments.Patterns;

/// <summary>Checks that asynchronous methods can get the threads that they need.</summary>
internal static class PoolRoom
{
    // The pool's own threads, the streams' engines, the timers of the progress.
    private const int Others = 8;

    /// <summary>Ensures that the pool can get its threads: otherwise the runtime would end the process.</summary>
    /// <exception cref="NativeIOException">A limit of threads or of memory is reached.</exception>
    internal static void Require() => ThreadRoom.Require((2 * Environment.ProcessorCount) + Others);
}
