using Landspeed.Platform;

namespace Landspeed.Experiments.Patterns;

/// <summary>Looks whether asynchronous methods can have what they run on.</summary>
internal static class PoolRoom
{
    // The pool's own, the streams' engines, the timers of the progress.
    private const int Others = 8;

    /// <summary>Makes sure that the pool can have its threads: where it cannot, the runtime ends the process.</summary>
    /// <exception cref="NativeIOException">A limit of threads or of memory is reached.</exception>
    internal static void Require() => ThreadRoom.Require((2 * Environment.ProcessorCount) + Others);
}
