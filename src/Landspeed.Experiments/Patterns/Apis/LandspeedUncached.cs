using Landspeed.Files;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Our engine, uncached.</summary>
internal readonly struct LandspeedUncached : ILandspeedMode
{
    /// <inheritdoc/>
    public static IoMode Mode => IoMode.Uncached;
}
