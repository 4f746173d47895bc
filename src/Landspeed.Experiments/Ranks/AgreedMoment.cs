using System.Diagnostics;

namespace Landspeed.Experiments.Ranks;

/// <summary>A moment at which all ranks begin.</summary>
/// <param name="Timestamp">The moment, as <see cref="Stopwatch.GetTimestamp"/> counts on this host.</param>
/// <param name="ClockError">By how much it may be wrong here, at most.</param>
public readonly record struct AgreedMoment(long Timestamp, TimeSpan ClockError)
{
    // Reading all counters takes about 1 ms; a sleeping thread wakes some 0.1 ms late, and later on a busy machine.
    private static readonly TimeSpan s_early = TimeSpan.FromMilliseconds(4);

    // A sleep of 1 ms takes 1.1 to 1.5 ms.
    private static readonly TimeSpan s_nap = TimeSpan.FromMilliseconds(1.7);

    /// <summary>Sleeps until shortly before the moment: long enough to read counters.</summary>
    /// <param name="stop">Ends the wait.</param>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Approach(CancellationToken stop)
    {
        using var sleep = new ManualResetEventSlim();
        for (TimeSpan rest = Rest - s_early; rest > TimeSpan.Zero; rest = Rest - s_early)
        {
            sleep.Wait(rest, stop);
        }
    }

    /// <summary>Waits for the moment: sleeps as long as that is exact enough, and yields to whoever shares the processor for the rest.</summary>
    internal void Await()
    {
        using var sleep = new ManualResetEventSlim();

        // In ticks of the clock: a TimeSpan rounds the last 100 ns before the moment to nothing.
        while (Stopwatch.GetTimestamp() < Timestamp)
        {
            if (Rest > s_nap)
            {
                sleep.Wait(1);
            }
            else
            {
                Thread.Yield();
            }
        }
    }

    private TimeSpan Rest => Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), Timestamp);
}
