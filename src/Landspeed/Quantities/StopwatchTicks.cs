using System.Diagnostics;

namespace Landspeed.Quantities;

/// <summary>The unit of <see cref="Stopwatch.GetTimestamp"/>.</summary>
internal static class StopwatchTicks
{
    /// <summary>Nanoseconds of one tick.</summary>
    internal static readonly double Ns = 1e9 / Stopwatch.Frequency;
}
