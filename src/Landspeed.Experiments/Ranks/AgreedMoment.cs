using System.Diagnostics;

namespace Landspeed.Experiments.Ranks;

/// <summary>A moment at which all ranks start.</summary>
/// <param name="Timestamp">The moment, in units of <see cref="Stopwatch.GetTimestamp"/> on this host.</param>
/// <param name="ClockError">Its maximum error on this host.</param>
public readonly record struct AgreedMoment(long Timestamp, TimeSpan ClockError)
{
    // Reading all counters takes about 1 ms; a sleeping thread wakes about 0.1 ms late, and later on a busy machine.
    private static readonly TimeSpan s_early = TimeSpan.FromMilliseconds(4);

    // A sleep of 1 ms takes 1.1 to 1.5 ms.
    private static readonly TimeSpan s_nap = TimeSpan.FromMilliseconds(1.7);

    /// <summary>Sleeps until shortly before the moment, leaving time to read counters.</summary>
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

    /// <summary>
    /// Waits for the moment: sleeps as long as that is precise enough, and for the rest yields to other threads on the
    /// CPU.
    /// </summary>
    internal void Await()
    {
        using var sleep = new ManualResetEventSlim();

        // In ticks of the clock: a TimeSpan rounds the last 100 ns before the moment to zero.
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
