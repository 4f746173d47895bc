using Landspeed.Copying;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Copying;

/// <summary>Passes on where a copy stands, and finds out how long no byte was completed meanwhile.</summary>
/// <param name="listener">Receives it; or null.</param>
/// <param name="clock">Measures the time.</param>
/// <param name="allowed">How long the copy waits of its own will.</param>
internal sealed class CopyStalls(IProgress<CopyProgress>? listener, TimeProvider clock, TimeSpan allowed) : IProgress<CopyProgress>
{
    // A year: a limit of a byte a second must not overflow.
    private const double MostSeconds = 365 * 86400;

    private readonly StallClock _clock = new(clock, allowed);

    /// <summary>The longest stall; zero: none of a second; null: no byte was counted.</summary>
    internal TimeSpan? Longest => _clock.HasSeen ? _clock.Longest : null;

    /// <inheritdoc/>
    public void Report(CopyProgress value)
    {
        See(_clock, value);
        listener?.Report(value);
    }

    /// <summary>How long a copy that is held to a rate may complete nothing: until its turn comes for all that is in flight, and one more.</summary>
    internal static TimeSpan AllowedFor(CopyOptions options) => options.BytesPerSecond is { } limit
        ? TimeSpan.FromSeconds(Math.Min(options.RequestSize.Bytes * (options.QueueDepth + 1.0) / limit.Bytes, MostSeconds))
        : TimeSpan.Zero;

    /// <summary>Reads the clock for where a copy stands.</summary>
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
