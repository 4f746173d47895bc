using Landspeed.Platform;

namespace Landspeed.Experiments.Processing;

/// <summary>Looks now and then how much the managed heap holds, and keeps the most.</summary>
internal sealed class HeapWatch : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(2);

    private readonly long _before;
    private readonly ITimer _timer;
    private long _peak;

    /// <summary>Collects what is garbage, and begins.</summary>
    /// <exception cref="NativeIOException">The system refuses the thread that looks.</exception>
    internal HeapWatch()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        _before = GC.GetTotalMemory(forceFullCollection: true);
        _timer = new ThreadClock().CreateTimer(_ => Look(), null, s_interval, s_interval);
    }

    /// <summary>Most bytes beyond those at the beginning, this moment included.</summary>
    internal long Peak()
    {
        Look();
        return Math.Max(0, Interlocked.Read(ref _peak) - _before);
    }

    /// <summary>Ends looking.</summary>
    public void Dispose() => _timer.Dispose();

    private void Look()
    {
        long now = GC.GetTotalMemory(forceFullCollection: false);
        long most = Interlocked.Read(ref _peak);
        while (now > most)
        {
            long seen = Interlocked.CompareExchange(ref _peak, now, most);
            if (seen == most)
            {
                return;
            }

            most = seen;
        }
    }
}
