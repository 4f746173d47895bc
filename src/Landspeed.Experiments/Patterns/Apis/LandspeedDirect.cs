using Landspeed.Files;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Our engine, direct.</summary>
internal readonly struct LandspeedDirect : ILandspeedMode
{
    /// <inheritdoc/>
    public static IoMode Mode => IoMode.Direct;
}
