using Landspeed.Quantities;

namespace Landspeed.Copying.Content;

/// <summary>
/// How fast a copy may be, and how fast what it wrote may be read again: each on its own, at the same rate.
/// </summary>
/// <remarks>Safe for all threads.</remarks>
/// <param name="bytesPerSecond">The limit of either; null: none.</param>
/// <param name="time">The clock.</param>
internal sealed class CopyLimits(ByteCount? bytesPerSecond, TimeProvider time)
{
    /// <summary>Of the bytes that are copied.</summary>
    internal RateLimit Copying { get; } = new(bytesPerSecond, time);

    /// <summary>Of the bytes that are verified.</summary>
    internal RateLimit Verifying { get; } = new(bytesPerSecond, time);
}
