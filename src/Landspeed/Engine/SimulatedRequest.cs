using Landspeed.Platform;

namespace Landspeed.Engine;

/// <summary>A request inside a <see cref="SimulatedEngine"/>.</summary>
internal struct SimulatedRequest
{
    /// <summary>As the caller queued it.</summary>
    internal IoRequest Request;

    /// <summary>What it came to, once carried out.</summary>
    internal NativeResult Result;

    /// <summary>Reaps for which it is still held back.</summary>
    internal int Delay;
}
