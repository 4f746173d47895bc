namespace Landspeed.Platform.Current;

/// <summary>Looks whether threads can be had before anything is begun that needs them.</summary>
internal static class ThreadRoom
{
    private const int LeastStackBytes = 128 << 10;

    /// <summary>Makes sure of it: the runtime ends the process where it cannot have threads of its own.</summary>
    /// <param name="count">How many at the same time. Each costs about 50 µs.</param>
    /// <exception cref="NativeIOException">A limit of threads or of memory is reached; none is left behind.</exception>
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
