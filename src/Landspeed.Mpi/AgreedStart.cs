namespace Landspeed.Mpi;

/// <summary>The time at which all ranks start, on this rank's own clock.</summary>
/// <param name="Timestamp">
/// The time in ticks of the clock, as returned by <see cref="TimeProvider.GetTimestamp"/>.
/// </param>
/// <param name="ClockError">Maximum difference from rank 0's start; 0 if both read one clock.</param>
/// <param name="LargestClockError">The largest error of any rank.</param>
public readonly record struct AgreedStart(long Timestamp, TimeSpan ClockError, TimeSpan LargestClockError)
{
    // A sleeping thread wakes late by its timer slack and by other running threads: 50 us to a few ms. The rest is
    // spent spinning.
    private static readonly TimeSpan s_spin = TimeSpan.FromMilliseconds(2);

    /// <summary>Waits for the start: sleeps until 2 ms before it, then spins.</summary>
    /// <param name="clock">The clock of the group: the system's, unless a test supplied another.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <returns>
    /// How long after the start this thread continues, 0 or more. A large value is skew and should be reported.
    /// </returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <remarks>Only reads the clock and sends no message. Returns at once if the time has passed.</remarks>
    public TimeSpan Wait(TimeProvider clock, CancellationToken stop = default)
    {
        ArgumentNullException.ThrowIfNull(clock);
        using var sleep = new ManualResetEventSlim();

        // In ticks of the clock, because a TimeSpan rounds the last 100 ns before the start to zero.
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
