namespace Landspeed.Streams.Threading;

/// <summary>Closes what was never disposed: finalizers must neither wait nor throw.</summary>
internal static class Forgotten
{
    /// <summary>Disposes in the thread pool. No caller is left to receive an error.</summary>
    internal static void Dispose(IDisposable forgotten) => ThreadPool.UnsafeQueueUserWorkItem(
        static state =>
        {
            try
            {
                state.Dispose();
            }
            catch (Exception failure) when (failure is IOException or ObjectDisposedException or InvalidOperationException)
            {
            }
        },
        forgotten,
        preferLocal: false);
}
