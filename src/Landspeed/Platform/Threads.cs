namespace Landspeed.Platform;

/// <summary>Starts threads, which the system may refuse as it may refuse a file.</summary>
internal static class Threads
{
    private const int LeastStackBytes = 128 << 10;

    /// <summary>Starts a background thread.</summary>
    /// <param name="work">What it does; an exception that leaves it ends the process.</param>
    /// <param name="name">Its name, for who looks at the process.</param>
    /// <param name="stackBytes">Its stack; 0: as much as the system gives.</param>
    /// <exception cref="NativeIOException">A limit of threads or of memory is reached.</exception>
    internal static Thread Start(Action work, string name, int stackBytes = 0)
    {
        var thread = new Thread(() => work(), stackBytes) { IsBackground = true, Name = name };
        Start(thread);
        return thread;
    }

    /// <summary>
    /// Makes sure that threads can be had before anything is begun that needs them: the runtime ends the process where
    /// it cannot have its own.
    /// </summary>
    /// <param name="count">How many at the same time. Each costs about 50 µs.</param>
    /// <exception cref="NativeIOException">A limit of threads or of memory is reached; none is left behind.</exception>
    internal static void RequireRoom(int count)
    {
        using var end = new ManualResetEventSlim();
        List<Thread> threads = [];
        try
        {
            while (threads.Count < count)
            {
                threads.Add(Start(end.Wait, "landspeed room", LeastStackBytes));
            }
        }
        finally
        {
            end.Set();
            threads.ForEach(thread => thread.Join());
        }
    }

    /// <inheritdoc cref="Start(Action, string, int)"/>
    /// <param name="thread">The thread.</param>
    /// <param name="start">Starts it; null: the system.</param>
    internal static void Start(Thread thread, Action<Thread>? start = null)
    {
        try
        {
            (start ?? (static one => one.Start()))(thread);
        }
        catch (Exception refused) when (refused is OutOfMemoryException or ThreadStartException)
        {
            throw new NativeIOException(
                "start a thread",
                null,
                NativeError.Of(NativeErrorKind.WouldBlock),
                hint: "The limit of threads (ulimit -u, pids.max) or of memory is reached.");
        }
    }
}
