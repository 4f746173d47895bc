namespace Landspeed.Copying.Runs;

/// <summary>
/// The thread of an asynchronous copy: its system calls block, so none of the thread pool's is taken.
/// </summary>
internal static class CopyThread
{
    /// <summary>Copies on a new thread.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="cancellation">Cancels the copy before it starts.</param>
    /// <returns>Completes with the copy's result or exception.</returns>
    internal static Task<CopyResult> Start(Func<CopyResult> copy, CancellationToken cancellation) =>
        Task.Factory.StartNew(
            copy,
            cancellation,
            TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach,
            TaskScheduler.Default);
}
