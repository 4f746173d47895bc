namespace Landspeed.Experiments.Sweeping;

/// <summary>The source of the axes that were not given.</summary>
public enum SweepGrid
{
    /// <summary>About a minute: powers of four, short runs.</summary>
    Quick,

    /// <summary>Every power of two, longer runs.</summary>
    Full,
}
