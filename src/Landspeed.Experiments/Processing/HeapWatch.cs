namespace Landspeed.Experiments.Processing;

/// <summary>Samples the size of the managed heap, and stores the maximum.</summary>
internal sealed class HeapWatch : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(2);

    private readonly long _before;
    private readonly ITimer _timer;
    private long _peak;

    /// <summary>Collects garbage, and starts sampling.</summary>
    /// <exception cref="NativeIOException">The system refuses the sampling thread.</exception>
    internal HeapWatch()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        _before = GC.GetTotalMemory(forceFullCollection: true);
        _timer = new ThreadClock().CreateTimer(_ => Look(), null, s_interval, s_interval);
    }

    /// <summary>Returns the maximum number of bytes above the initial size, including the current size.</summary>
    internal long Peak()
    {
        Look();
        return Math.Max(0, Interlocked.Read(ref _peak) - _before);
    }

    /// <summary>Stops sampling.</summary>
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
