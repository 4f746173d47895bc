namespace Landspeed.Streams.Threading;

/// <summary>Closes what was never disposed: finalizers must neither wait nor throw.</summary>
internal static class Forgotten
{
    /// <summary>
    /// Disposes in the thread pool, or at once where the pool can have no thread. No caller is left to receive an
    /// error.
    /// </summary>
    /// <param name="forgotten">
    /// What the forgotten object stands on, kept by <see cref="Keeping"/>; null: never made.
    /// </param>
    internal static void Dispose(IDisposable? forgotten)
    {
        if (forgotten is null)
        {
            return;
        }

        try
        {
            ThreadPool.UnsafeQueueUserWorkItem(DisposeNow, forgotten, preferLocal: false);
        }
#pragma warning disable CA1031 // what a finalizer throws ends the process
        catch (Exception)
#pragma warning restore CA1031
        {
            DisposeNow(forgotten);
        }
    }

    private static void DisposeNow(IDisposable forgotten)
    {
        try
        {
            forgotten.Dispose();
        }
#pragma warning disable CA1031 // so does what a thread of the pool throws
        catch (Exception)
#pragma warning restore CA1031
        {
        }
    }
}
