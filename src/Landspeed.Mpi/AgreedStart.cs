namespace Landspeed.Mpi;

/// <summary>A moment at which all ranks begin, on this rank's own clock.</summary>
/// <param name="Timestamp">The moment, in ticks of the clock, as <see cref="TimeProvider.GetTimestamp"/> counts them.</param>
/// <param name="ClockError">How far it may be from rank 0's moment, at most; 0 where both read one clock.</param>
/// <param name="LargestClockError">The largest error of any rank.</param>
public readonly record struct AgreedStart(long Timestamp, TimeSpan ClockError, TimeSpan LargestClockError)
{
    // A sleeping thread is late by its timer slack and by whoever runs: 50 us to some ms. The rest is spun away.
    private static readonly TimeSpan s_spin = TimeSpan.FromMilliseconds(2);

    /// <summary>Waits for the moment: sleeps until 2 ms before, and spins.</summary>
    /// <param name="clock">The clock of the group: the system's, unless a test gave another.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <returns>How long after the moment this thread goes on: 0 or more. What exceeds the moment by much is skew, to be reported.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <remarks>Does nothing but look at the clock: no message is sent. Returns at once when the moment has passed.</remarks>
    public TimeSpan Wait(TimeProvider clock, CancellationToken stop = default)
    {
        ArgumentNullException.ThrowIfNull(clock);
        using var sleep = new ManualResetEventSlim();

        // In ticks of the clock: a TimeSpan rounds the last 100 ns before the moment to nothing.
        while (clock.GetTimestamp() < Timestamp)
        {
            if (Until(clock) - s_spin is { } long_ && long_ >= TimeSpan.FromMilliseconds(1))
            {
                sleep.Wait(TimeSpan.FromMilliseconds(Math.Min(long_.TotalMilliseconds, 1000)), stop);
            }

            stop.ThrowIfCancellationRequested();
        }

        return -Until(clock);
    }

    private TimeSpan Until(TimeProvider clock) => clock.GetElapsedTime(clock.GetTimestamp(), Timestamp);
}
