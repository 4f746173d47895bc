using System.Runtime.ExceptionServices;

namespace Landspeed.Experiments.Records;

/// <summary>Work that several threads do together: when one fails, all end.</summary>
internal static class Together
{
    /// <summary>Runs it on threads of its own, and waits for all.</summary>
    /// <param name="threads">How many.</param>
    /// <param name="work">What each does; its number, and what ends it early.</param>
    /// <param name="stop">Ends it early.</param>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    /// <remarks>What the first one to fail threw is thrown.</remarks>
    internal static void Run(int threads, Action<int, CancellationToken> work, CancellationToken stop)
    {
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(stop);
        ExceptionDispatchInfo? first = null;
        Thread[] all = [.. Enumerable.Range(0, threads).Select(number => new Thread(() =>
        {
            try
            {
                work(number, ended.Token);
            }
            catch (Exception failure)
            {
                Interlocked.CompareExchange(ref first, ExceptionDispatchInfo.Capture(failure), null);
                ended.Cancel();
            }
        })
        { IsBackground = true, Name = "landspeed records" })];
        Array.ForEach(all, thread => thread.Start());
        Array.ForEach(all, thread => thread.Join());
        first?.Throw();
    }
}
