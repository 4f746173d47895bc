using System.Diagnostics;
using Landspeed.Platform;

namespace Landspeed.Experiments.Judging;

/// <summary>
/// What the machine's CPUs do while we do nothing; it is subtracted from the machine's cost of a run.
/// </summary>
/// <param name="BusyNsPerS">Busy nanoseconds of all CPUs per second.</param>
public readonly record struct IdleBaseline(double BusyNsPerS)
{
    // The machine's ticks are 10 ms: in 1 s one of them is 1 %, which for a run of 5 s is an error of 50 ms.
    private static readonly TimeSpan s_longestWindow = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_shortestWindow = TimeSpan.FromMilliseconds(100);

    /// <summary>Watches the idle machine: for a fifth of the run's time, at least 100 ms, at most 1 s.</summary>
    /// <param name="runTime">Maximum time of the run that follows.</param>
    /// <param name="stop">Ends the watch early.</param>
    /// <returns>The baseline, or null if the machine's times cannot be read.</returns>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    public static IdleBaseline? Measure(TimeSpan runTime, CancellationToken stop)
    {
        if (NativePlatform.Counters.Machine(out MachineTimes before).Failed)
        {
            return null;
        }

        long start = Stopwatch.GetTimestamp();
        stop.WaitHandle.WaitOne(TimeSpan.FromTicks(
            Math.Clamp(runTime.Ticks / 5, s_shortestWindow.Ticks, s_longestWindow.Ticks)));
        stop.ThrowIfCancellationRequested();
        NativePlatform.Counters.Machine(out MachineTimes after);
        return new IdleBaseline((after.BusyNs - before.BusyNs) / Stopwatch.GetElapsedTime(start).TotalSeconds);
    }
}
