namespace Landspeed.Copying.Content;

/// <summary>
/// Limits the rate of copying and the rate of reading back what was written: separately, at the same rate.
/// </summary>
/// <remarks>Thread-safe.</remarks>
/// <param name="bytesPerSecond">The limit of each, or null for none.</param>
/// <param name="time">The clock.</param>
/// <param name="traffic">Counts the time for which the limit of copied bytes holds a thread back, or null.</param>
internal sealed class CopyLimits(long? bytesPerSecond, TimeProvider time, CopyTraffic? traffic = null)
{
    /// <summary>The limit of copied bytes.</summary>
    internal RateLimit Copying { get; } = new(bytesPerSecond, time, traffic);

    /// <summary>The limit of verified bytes.</summary>
    internal RateLimit Verifying { get; } = new(bytesPerSecond, time);
}
