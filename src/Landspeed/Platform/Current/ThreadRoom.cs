namespace Landspeed.Platform.Current;

/// <summary>Checks that threads can be created before anything starts that needs them.</summary>
internal static class ThreadRoom
{
    private const int LeastStackBytes = 128 << 10;

    /// <summary>
    /// Throws if the threads cannot be created: the runtime ends the process if it cannot get its own threads.
    /// </summary>
    /// <param name="count">Number of simultaneous threads. Each costs about 50 µs.</param>
    /// <exception cref="NativeIOException">
    /// A limit of threads or of memory is reached; no thread is left behind.
    /// </exception>
    internal static void Require(int count)
    {
        using var end = new ManualResetEventSlim();
        List<Thread> threads = [];
        try
        {
            while (threads.Count < count)
            {
                threads.Add(Threads.Start(end.Wait, "landspeed room", LeastStackBytes));
            }
        }
        finally
        {
            end.Set();
            threads.ForEach(thread => thread.Join());
        }
    }
}
