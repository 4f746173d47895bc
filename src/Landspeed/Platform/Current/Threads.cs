using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform.Current;

/// <summary>Starts threads, and reports a refusal by the system as an exception.</summary>
internal static class Threads
{
    /// <summary>Starts a background thread.</summary>
    /// <param name="work">The work of the thread; an unhandled exception ends the process.</param>
    /// <param name="name">Name of the thread, for inspecting the process.</param>
    /// <param name="stackBytes">Size of its stack in bytes; 0 for the system's default.</param>
    /// <exception cref="NativeIOException">A limit of threads or of memory is reached.</exception>
    internal static Thread Start(Action work, string name, int stackBytes = 0)
    {
        var thread = new Thread(() => work(), stackBytes) { IsBackground = true, Name = name };
        Start(thread);
        return thread;
    }

    /// <inheritdoc cref="Start(Action, string, int)"/>
    /// <param name="thread">The thread.</param>
    /// <param name="start">Starts it; null for the system.</param>
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

    // The runtime does not report why. Each of its threads needs two descriptors.
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
