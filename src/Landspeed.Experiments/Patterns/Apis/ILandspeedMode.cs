using Landspeed.Files;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>A mode of our engine, as a type, so that each has its own row.</summary>
internal interface ILandspeedMode
{
    /// <summary>The mode.</summary>
    static abstract IoMode Mode { get; }
}
