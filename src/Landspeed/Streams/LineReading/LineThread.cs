using Landspeed.Platform;

namespace Landspeed.Streams.LineReading;

/// <summary>Starts the threads of workers.</summary>
internal static class LineThread
{
    /// <summary>Starts a thread that ends with its work.</summary>
    /// <param name="index">Of the worker, for the thread's name.</param>
    /// <param name="work">Throws nothing.</param>
    /// <exception cref="NativeIOException">The system refuses the thread.</exception>
    internal static Thread Start(int index, Action work) =>
        Threads.Start(work, FormattableString.Invariant($"lines {index}"));
}
