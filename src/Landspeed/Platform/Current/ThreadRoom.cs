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
        if (Find(count) is (_, { } refusal))
        {
            throw refusal;
        }
    }

    /// <summary>Finds how many threads can be created now.</summary>
    /// <param name="most">Number of simultaneous threads to stop at. Each costs about 50 µs.</param>
    /// <returns>
    /// The number, and what refused the next one, or null if none was refused. No thread is left behind.
    /// </returns>
    internal static (int Count, NativeIOException? Refusal) Find(int most)
    {
        using var end = new ManualResetEventSlim();
        List<Thread> threads = [];
        try
        {
            while (threads.Count < most)
            {
                threads.Add(Threads.Start(end.Wait, "landspeed room", LeastStackBytes));
            }

            return (threads.Count, null);
        }
        catch (NativeIOException refusal)
        {
            return (threads.Count, refusal);
        }
        finally
        {
            end.Set();
            threads.ForEach(thread => thread.Join());
        }
    }
}
