using System.Diagnostics;
using Landspeed.Platform;

namespace Landspeed.Experiments.Probing;

/// <summary>What the machine's processors do while we do nothing: taken off the machine's cost of a run.</summary>
public static class IdleBaseline
{
    /// <summary>Long enough for the machine's 10 ms ticks to say something, short enough not to annoy: 300 ms.</summary>
    private static readonly TimeSpan s_window = TimeSpan.FromMilliseconds(300);

    /// <summary>Watches the machine without working.</summary>
    /// <param name="stop">Ends the watch early.</param>
    /// <returns>Busy nanoseconds of all processors per second; null when the machine's times cannot be read.</returns>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    public static double? Measure(CancellationToken stop)
    {
        if (NativePlatform.Counters.Machine(out MachineTimes before).Failed)
        {
            return null;
        }

        long start = Stopwatch.GetTimestamp();
        stop.WaitHandle.WaitOne(s_window);
        stop.ThrowIfCancellationRequested();
        NativePlatform.Counters.Machine(out MachineTimes after);
        return (after.BusyNs - before.BusyNs) / Stopwatch.GetElapsedTime(start).TotalSeconds;
    }
}
