namespace Landspeed.Streams.LineReading;

internal static class LineThread
{
    /// <summary>Starts a thread that ends with its work.</summary>
    /// <param name="index">Index of the worker, for the thread's name.</param>
    /// <param name="work">Must not throw.</param>
    /// <exception cref="NativeIOException">The system refuses to create the thread.</exception>
    internal static Thread Start(int index, Action work) =>
        Threads.Start(work, FormattableString.Invariant($"lines {index}"));
}
