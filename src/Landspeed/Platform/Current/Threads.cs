using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform.Current;

/// <summary>Starts threads, which the system may refuse as it may refuse a file.</summary>
internal static class Threads
{
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
            throw Refusal();
        }
    }

    // The runtime does not say why. Its threads need two descriptors each.
    private static NativeIOException Refusal()
    {
        NativeResult first = NativePlatform.Threads.CreateEventCounter(out SafeFileHandle? one);
        NativeResult second = NativePlatform.Threads.CreateEventCounter(out SafeFileHandle? other);
        one?.Dispose();
        other?.Dispose();
        NativeError descriptors = first.Failed ? first.Error : second.Error;
        return descriptors.Kind is NativeErrorKind.TooManyFiles
            ? new NativeIOException("start a thread", null, descriptors)
            : new NativeIOException(
                "start a thread",
                null,
                NativeError.Of(NativeErrorKind.WouldBlock),
                hint: "The limit of threads (ulimit -u, pids.max) or of memory is reached.");
    }
}
