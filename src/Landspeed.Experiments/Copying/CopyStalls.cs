using Landspeed.Copying;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Copying;

/// <summary>Passes on the progress of a copy, and measures how long no byte was completed.</summary>
/// <param name="listener">Receives the progress, or null.</param>
/// <param name="clock">Measures the time.</param>
/// <param name="allowed">How long the copy waits intentionally.</param>
internal sealed class CopyStalls(IProgress<CopyProgress>? listener, TimeProvider clock, TimeSpan allowed) : IProgress<CopyProgress>
{
    // A year: a limit of one byte per second must not overflow.
    private const double MostSeconds = 365 * 86400;

    private readonly StallClock _clock = new(clock, allowed);

    /// <summary>The longest stall; zero if there was none of a second; null if no byte was counted.</summary>
    internal TimeSpan? Longest => _clock.HasSeen ? _clock.Longest : null;

    /// <inheritdoc/>
    public void Report(CopyProgress value)
    {
        See(_clock, value);
        listener?.Report(value);
    }

    /// <summary>
    /// Returns how long a rate-limited copy may complete nothing: until it is the turn of all requests in flight, and
    /// one more.
    /// </summary>
    internal static TimeSpan AllowedFor(CopyOptions options) => options.BytesPerSecond is { } limit
        ? TimeSpan.FromSeconds(Math.Min(options.RequestSize * (options.QueueDepth + 1.0) / limit, MostSeconds))
        : TimeSpan.Zero;

    /// <summary>Takes a reading from the progress of a copy.</summary>
    internal static void See(StallClock clock, CopyProgress progress)
    {
        if (progress.Phase is CopyPhase.Copying or CopyPhase.Verifying)
        {
            clock.Saw(progress.Bytes, progress.IsComplete ? progress.TotalBytes : null);
        }
        else
        {
            clock.Pause();
        }
    }
}
