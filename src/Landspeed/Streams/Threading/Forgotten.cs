namespace Landspeed.Streams.Threading;

/// <summary>Closes objects that were never disposed; finalizers must neither wait nor throw.</summary>
internal static class Forgotten
{
    /// <summary>
    /// Disposes on the thread pool, or at once if the pool can get no thread. No caller is left to receive an error.
    /// </summary>
    /// <param name="forgotten">
    /// What the forgotten object depends on, kept by <see cref="Keeping"/>, or null if it was never created.
    /// </param>
    internal static void Dispose(IDisposable? forgotten)
    {
        if (forgotten is null)
        {
            return;
        }

        var disposal = new Disposal(forgotten);
        try
        {
            ThreadPool.UnsafeQueueUserWorkItem(disposal, preferLocal: false);
        }
#pragma warning disable CA1031 // what a finalizer throws ends the process
        catch (Exception)
#pragma warning restore CA1031
        {
            disposal.Execute();
        }
    }

    // Disposes only once: a pool that was refused a thread may have kept the work item.
    private sealed class Disposal(IDisposable forgotten) : IThreadPoolWorkItem
    {
        private int _isBegun;

        public void Execute()
        {
            if (Interlocked.Exchange(ref _isBegun, 1) != 0)
            {
                return;
            }

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
}
